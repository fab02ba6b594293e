-- How changes are noticed between two scans. `poll_seconds` counts only where the folder is polled.
ALTER TABLE folder ADD COLUMN watch_mode TEXT NOT NULL DEFAULT 'auto'
  CHECK (watch_mode IN ('auto', 'native', 'chokidar', 'poll'));
ALTER TABLE folder ADD COLUMN poll_seconds INTEGER NOT NULL DEFAULT 60 CHECK (poll_seconds BETWEEN 5 AND 600);

ALTER TABLE folder_default ADD COLUMN watch_mode TEXT NOT NULL DEFAULT 'auto'
  CHECK (watch_mode IN ('auto', 'native', 'chokidar', 'poll'));
ALTER TABLE folder_default ADD COLUMN poll_seconds INTEGER NOT NULL DEFAULT 60
  CHECK (poll_seconds BETWEEN 5 AND 600);
