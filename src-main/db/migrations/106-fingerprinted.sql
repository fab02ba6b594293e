-- When the bytes that the row shows were fingerprinted; null: they were not, or before this was kept.
ALTER TABLE file ADD COLUMN fingerprinted_at_ms INTEGER;
