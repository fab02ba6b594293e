-- A person had the content uploaded again, because the service did not write this one to the chain. While that stays so
-- the record counts for nothing any more; should it be written after all, it counts like any other.
ALTER TABLE record ADD COLUMN given_up_at_ms INTEGER;
