-- The longest pause after which a file of the folder, taken as finished, went on to be written, and when that was seen.
ALTER TABLE folder ADD COLUMN pause_ms INTEGER;
ALTER TABLE folder ADD COLUMN pause_seen_at_ms INTEGER;
