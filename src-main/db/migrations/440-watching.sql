-- A person chooses between what suits the system and the drive, and listings at an interval.
INSERT INTO preference (name, value)
  SELECT 'carried-over:watching', '{"kind":"watching"}'
  WHERE EXISTS (SELECT 1 FROM folder WHERE watch_mode IN ('native', 'chokidar') AND removed_at_ms IS NULL)
    OR EXISTS (SELECT 1 FROM folder_default WHERE watch_mode IN ('native', 'chokidar'));

ALTER TABLE folder RENAME COLUMN watch_mode TO watch_mode_before;
ALTER TABLE folder ADD COLUMN watch_mode TEXT NOT NULL DEFAULT 'auto' CHECK (watch_mode IN ('auto', 'poll'));
UPDATE folder SET watch_mode = 'poll' WHERE watch_mode_before = 'poll';
ALTER TABLE folder DROP COLUMN watch_mode_before;

ALTER TABLE folder_default RENAME COLUMN watch_mode TO watch_mode_before;
ALTER TABLE folder_default ADD COLUMN watch_mode TEXT NOT NULL DEFAULT 'auto' CHECK (watch_mode IN ('auto', 'poll'));
UPDATE folder_default SET watch_mode = 'poll' WHERE watch_mode_before = 'poll';
ALTER TABLE folder_default DROP COLUMN watch_mode_before;
