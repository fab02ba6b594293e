-- A folder may turn out to have files in common with one that was watched before it.
ALTER TABLE folder RENAME COLUMN trouble TO trouble_before;
ALTER TABLE folder ADD COLUMN trouble TEXT
  CHECK (trouble IN ('absent', 'unreadable', 'emptied', 'other-drive', 'watched-twice'));
UPDATE folder SET trouble = trouble_before;
ALTER TABLE folder DROP COLUMN trouble_before;
