-- What faces show of a long line is read from its front. The two indexes hold only rows that wait; SQLite uses them only
-- when a query names states, holds and the expression as they do.

-- Files on their way to an upload without instructions of their own, in the order of sync/queue-order.ts.
CREATE INDEX file_waiting ON file (folder_id, unchanged_since_ms + size_bytes / 1000.0, id)
  WHERE assignment_id IS NULL AND (state IN ('ready', 'uploading')
    OR state = 'held' AND hold IN ('paused', 'offline', 'signed_out', 'server'));

-- Why files are held, by what their rows note ('-': nothing): the first row of each group says since when.
CREATE INDEX file_held ON file (folder_id, hold,
    CASE WHEN substr(message, 1, 10) = '{"waits":"' AND json_valid(message) THEN json_extract(message, '$.waits') ELSE '-' END,
    changed_at_ms, size_bytes)
  WHERE state = 'held';
