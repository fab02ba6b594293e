INSERT INTO folder_default (id, settle_seconds, exclude, watch_mode, poll_seconds) VALUES
(1, NULL, '[]', 'auto', 30);
INSERT INTO meta (rowid, name, value) VALUES
(1, 'database_id', 'fdb0c1b8-42cc-43bd-8958-be342c640527'),
(2, 'turns', '2');
INSERT INTO transfer_rule (id, pause, paused_since_ms, paused_until_ms, limit_bytes_per_second, parallel) VALUES
(1, NULL, NULL, NULL, NULL, NULL);
DELETE FROM sqlite_sequence;
