-- The drive of a folder may answer nothing any more.
ALTER TABLE folder RENAME COLUMN trouble TO trouble_before;
ALTER TABLE folder ADD COLUMN trouble TEXT
  CHECK (trouble IN ('absent', 'unreadable', 'silent', 'emptied', 'other-drive', 'watched-twice'));
UPDATE folder SET trouble = trouble_before;
ALTER TABLE folder DROP COLUMN trouble_before;
