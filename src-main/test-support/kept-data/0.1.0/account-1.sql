INSERT INTO folder_default (id, settle_seconds, exclude, watch_mode, poll_seconds) VALUES
(1, 20, '["*.bak","cache/"]', 'native', 31);
INSERT INTO meta (rowid, name, value) VALUES
(1, 'database_id', '2f6b0a22-2f79-4965-8f63-6c550f78e8c0'),
(2, 'turns', '2');
INSERT INTO transfer_rule (id, pause, paused_since_ms, paused_until_ms, limit_bytes_per_second, parallel) VALUES
(1, NULL, NULL, NULL, NULL, NULL);
DELETE FROM sqlite_sequence;
