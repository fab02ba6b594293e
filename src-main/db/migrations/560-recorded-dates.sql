-- When its saved certificate says it came onto the chain; null: it does not say, or against what is known.
ALTER TABLE record ADD COLUMN recorded_at_ms INTEGER;
DROP INDEX record_proven;
CREATE INDEX record_proven ON record (ifnull(recorded_at_ms, proven_at_ms), id)
  WHERE status = 'Available' OR certificate_pdf IS NOT NULL;
-- Those that are saved are read once more, from the first on.
INSERT INTO preference (name, value)
  SELECT 'certificates-dated-until', '0' WHERE EXISTS (SELECT 1 FROM record WHERE certificate_json IS NOT NULL);
