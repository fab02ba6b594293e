-- Directories of the folder are polled because the system allowed no more watches when it was scanned last.
ALTER TABLE folder ADD COLUMN is_watch_limited INTEGER NOT NULL DEFAULT 0 CHECK (is_watch_limited IN (0, 1));
