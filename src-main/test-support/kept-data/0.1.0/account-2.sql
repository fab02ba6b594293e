INSERT INTO assignment (id, project_id, visibility, file_type, labels, procedure_description, link_to_procedure, primary_data, check_policy) VALUES
(1, 'd52852fd-4fc0-485b-b134-dabb75132930', 'private', 'primary', 'raw,demo', NULL, NULL, NULL, 'never');
INSERT INTO balance_reading (kind, credits, asked_at_ms, read_at_ms, upload_attempts, change_attempts) VALUES
('latest', 499, 1791536409194, 1791536409223, 1, 0),
('quiet', 499, 1791536409121, 1791536409150, NULL, NULL);
INSERT INTO balance_window (id, fell_by, ended_at_ms, changes_credits) VALUES
(1, 1, 1791536409150, 0);
INSERT INTO charge (rowid, job_id, window_id, credits, transaction_id) VALUES
(1, '0c69a5cd-3ac0-4c15-9561-62320362de51', 1, NULL, NULL);
INSERT INTO compared_place (project_id, visibility, is_doubtful) VALUES
('compared', 'private', 0),
('doubtful', 'public', 1);
INSERT INTO content (id, blake3, sha256, size_bytes, platform_exists, platform_name, platform_project, platform_asked_at_ms, is_doubted) VALUES
(1, X'81124825668a18d3d27bf89cb061ecf7e28454e1d4313282e176f34058f1eeb0', X'd8c6fac8c133d1cde4cb23738936b4f54448d5b82582e290d628623cbe4743d3', 56, NULL, NULL, NULL, NULL, 0);
INSERT INTO directory (id, folder_id, path, agreed_listing) VALUES
(1, 1, '', NULL);
INSERT INTO event_log (id, at_ms, subject, subject_id, folder_id, name, kind, state, hold, note, size_bytes, content_id) VALUES
(1, 1791536406942, 'file', 1, 1, 'protocol.csv', NULL, 'uploading', NULL, NULL, 56, 1),
(2, 1791536407277, 'file', 1, 1, 'protocol.csv', NULL, 'recording', NULL, NULL, 56, 1),
(3, 1791536407303, 'file', 1, 1, 'protocol.csv', NULL, 'notarized', NULL, NULL, 56, 1);
INSERT INTO file (id, folder_id, directory_id, name, state, hold, message, size_bytes, identity, unchanged_since_ms, due_at_ms, content_id, record_id, assignment_id, approved_content_id, is_picked, changed_at_ms, fingerprinted_at_ms) VALUES
(1, 1, 1, 'protocol.csv', 'notarized', NULL, NULL, 56, '@IDENTITY Leader/protocol.csv@', 1791536406424, NULL, 1, 1, NULL, NULL, 0, 1791536407303, 1791536406887);
INSERT INTO file_count (folder_id, state, hold, files, bytes) VALUES
(1, 'discovered', '', 0, 0),
(1, 'hashing', '', 0, 0),
(1, 'notarized', '', 1, 56),
(1, 'ready', '', 0, 0),
(1, 'recording', '', 0, 0),
(1, 'settling', '', 0, 0),
(1, 'uploading', '', 0, 0);
INSERT INTO folder (id, kind, path, assignment_id, exclude, settle_seconds, budget_credits, root_dev, root_ino, last_scan_at_ms, added_at_ms, removed_at_ms, approve_each, only_new, watch_mode, poll_seconds, check_chosen_at_ms, trouble, is_watch_limited) VALUES
(1, 'watched', '@ROOT@/lab/Leader', 1, '[]', 0, NULL, '@DEVICE@', '@INODE Leader@', 1791536406429, 1791536405077, NULL, 0, 0, 'auto', 60, NULL, NULL, 0);
INSERT INTO folder_default (id, settle_seconds, exclude, watch_mode, poll_seconds) VALUES
(1, NULL, '["*.bak","cache/"]', 'chokidar', 32);
INSERT INTO folder_drive (folder_id, path, dev, volume, trouble, top) VALUES
(1, '', '@DEVICE@', NULL, NULL, NULL);
INSERT INTO listed_file (seq, project_id, visibility, file_id) VALUES
(1, 'd52852fd-4fc0-485b-b134-dabb75132930', 'private', '1f3daa8a-6859-4933-91f5-49d8d701d29f'),
(2, 'd52852fd-4fc0-485b-b134-dabb75132930', 'private', 'eb9b4b1e-6a7f-44c9-8f39-fc71354a0739');
INSERT INTO meta (rowid, name, value) VALUES
(1, 'database_id', '08189b48-6298-4e4b-bb16-5b9e818ab7c0'),
(2, 'turns', '2'),
(3, 'listed_at_balance', '2'),
(4, 'missing_charge', '{"credits":2,"earlier":0,"sinceMs":1795770000000,"atMs":1795856340000,"listed":2}'),
(5, 'pays_elsewhere', 'yes'),
(6, 'untold_since_ms', '1795770000000'),
(7, 'unshown_credits', '{"credits":3,"sinceMs":1795856340000}'),
(8, 'history_incomplete', 'older');
INSERT INTO metadata_document (rowid, project_id, visibility, file_id, body, sha256, file_hash, file_hash_hex, fetched_at_ms, has_record) VALUES
(1, 'd52852fd-4fc0-485b-b134-dabb75132930', 'private', 'eb9b4b1e-6a7f-44c9-8f39-fc71354a0739', X'7b2246696c6548617368223a2264386336666163386331333364316364653463623233373338393336623466353434343864356238323538326532393064363238363233636265343734336433222c224a736f6e436964223a226261676161696572613532757075626f6937716c623262757835673768786c6e72636e3537756968746c7278737176327a777561363570656b79787a71227d', 'fea42c5e1e43d0b138f62305bad9447f34f801e710a00d41d117e421f0a8426b', 'd8c6fac8c133d1cde4cb23738936b4f54448d5b82582e290d628623cbe4743d3', 'd8c6fac8c133d1cde4cb23738936b4f54448d5b82582e290d628623cbe4743d3', 1791536409183, 1);
INSERT INTO mirror (rowid, kind, key, body, fetched_at_ms, is_complete, standing) VALUES
(1, 'projects', '', '[{"id":"a47d581f-b1e7-43f4-b9b5-c58a7d0018ae","name":"Microscope calibration (demo)","area":"Imaging","organisation":"Example Institute","location":"Exampletown","startDate":"2026-09-02T09:00:00.133Z","endDate":"2028-12-31T00:00:00.000Z","maxNumberOfMembers":8,"organisationScope":0,"leaderScope":0,"tags":["microscopy","calibration"],"leaderId":"60f124d1-0d4f-40a3-9c83-e0a90c9e5e61","leaderFirstName":"Robin","leaderLastName":"Demo-Researcher","members":{"records":[{"id":"dcce5abb-c69c-4513-beb5-94314bbd5924","name":"Paula","lastName":"Demo-Leader","email":"leader@example.org","status":"Active"}],"start":0,"limit":50,"totalRecords":1}},{"id":"d52852fd-4fc0-485b-b134-dabb75132930","name":"EEG rhythm study (demo)","area":"Neuroscience","organisation":"Example Institute","location":"Exampletown","startDate":"2026-08-30T09:00:00.133Z","endDate":"2028-12-31T00:00:00.000Z","maxNumberOfMembers":8,"organisationScope":1,"leaderScope":0,"tags":["eeg","behaviour"],"leaderId":"dcce5abb-c69c-4513-beb5-94314bbd5924","leaderFirstName":"Paula","leaderLastName":"Demo-Leader","members":{"records":[{"id":"60f124d1-0d4f-40a3-9c83-e0a90c9e5e61","name":"Robin","lastName":"Demo-Researcher","email":"researcher@example.org","status":"Active"},{"id":"c3ca38f0-ab94-4f88-9b77-4a2de4dbdd37","name":"Casey","lastName":"Demo-Colleague","email":"colleague@lab.test","status":"On-hold"}],"start":0,"limit":50,"totalRecords":2}}]', 1791536404811, 1, 'there'),
(2, 'project', 'a47d581f-b1e7-43f4-b9b5-c58a7d0018ae', '{"id":"a47d581f-b1e7-43f4-b9b5-c58a7d0018ae","name":"Microscope calibration (demo)","area":"Imaging","organisation":"Example Institute","location":"Exampletown","startDate":"2026-09-02T09:00:00.133Z","endDate":"2028-12-31T00:00:00.000Z","maxNumberOfMembers":8,"organisationScope":0,"leaderScope":0,"tags":["microscopy","calibration"],"leaderId":"60f124d1-0d4f-40a3-9c83-e0a90c9e5e61","leaderFirstName":"Robin","leaderLastName":"Demo-Researcher","members":{"records":[{"id":"dcce5abb-c69c-4513-beb5-94314bbd5924","name":"Paula","lastName":"Demo-Leader","email":"leader@example.org","status":"Active"}],"start":0,"limit":50,"totalRecords":1}}', 1791536404811, 1, 'there'),
(3, 'project', 'd52852fd-4fc0-485b-b134-dabb75132930', '{"id":"d52852fd-4fc0-485b-b134-dabb75132930","name":"EEG rhythm study (demo)","area":"Neuroscience","organisation":"Example Institute","location":"Exampletown","startDate":"2026-08-30T09:00:00.133Z","endDate":"2028-12-31T00:00:00.000Z","maxNumberOfMembers":8,"organisationScope":1,"leaderScope":0,"tags":["eeg","behaviour"],"leaderId":"dcce5abb-c69c-4513-beb5-94314bbd5924","leaderFirstName":"Paula","leaderLastName":"Demo-Leader","members":{"records":[{"id":"60f124d1-0d4f-40a3-9c83-e0a90c9e5e61","name":"Robin","lastName":"Demo-Researcher","email":"researcher@example.org","status":"Active"},{"id":"c3ca38f0-ab94-4f88-9b77-4a2de4dbdd37","name":"Casey","lastName":"Demo-Colleague","email":"colleague@lab.test","status":"On-hold"}],"start":0,"limit":50,"totalRecords":2}}', 1791536405026, 1, 'there');
INSERT INTO place_reading (project_id, visibility, begun_at_ms, total_records, is_accounted) VALUES
('d52852fd-4fc0-485b-b134-dabb75132930', 'private', 1791536406910, 1, 1);
INSERT INTO preference (name, value) VALUES
('uploads-paused-by-working-offline', 'yes'),
('work-offline', 'on');
INSERT INTO record (id, content_id, project_id, visibility, file_id, name, status, uploaded_iso, received_at_ms, settled_at_ms, certificate_pdf, certificate_json, given_up_at_ms, has_document, certificate_fault, proven_at_ms) VALUES
(1, 1, 'd52852fd-4fc0-485b-b134-dabb75132930', 'private', 'eb9b4b1e-6a7f-44c9-8f39-fc71354a0739', 'protocol.csv', 'Available', '2026-10-09T09:00:05.940Z', 1791536407277, 1791536407302, 'file-eb9b4b1e-6a7f-44c9-8f39-fc71354a0739-28e2be05f53e4886.pdf', 'file-eb9b4b1e-6a7f-44c9-8f39-fc71354a0739-28e2be05f53e4886.json', NULL, 1, NULL, 1791536408229);
INSERT INTO server_fact (origin, name, value, learned_at_ms) VALUES
('@SERVICE@', 'file-hash', 'sha256 hex', 1791536407311),
('@SERVICE@', 'resumable-uploads', '{"kind":"yes","maxAppendBytes":null}', 1791536407275),
('@SERVICE@', 'uploaded-time', 'exact', 1791536407303);
INSERT INTO spend_limit (name, value) VALUES
('ask-above', NULL),
('brake-credits', NULL),
('brake-files', NULL),
('day', NULL),
('floor', NULL),
('month', NULL);
INSERT INTO transfer_rule (id, pause, paused_since_ms, paused_until_ms, limit_bytes_per_second, parallel) VALUES
(1, 'now', 1791536409245, NULL, NULL, NULL);
INSERT INTO upload_attempt (rowid, id, job_id, state, tail_released, began_at_ms, ended_at_ms, resource, confirmed_bytes, connected_at_ms, released_at_ms, disconnected_at_ms) VALUES
(1, '7f4ae27e-3e07-4ca6-a813-2e2218e7d0db', '0c69a5cd-3ac0-4c15-9561-62320362de51', '{"kind":"recorded","fileId":"eb9b4b1e-6a7f-44c9-8f39-fc71354a0739"}', 1, 1791536407172, 1791536407277, NULL, 0, 1791536407245, 1791536407258, 1791536407276);
INSERT INTO upload_job (rowid, id, file_id, folder_id, content_id, project_id, visibility, name, uploaded_iso, form, estimated_credits, balance_before, outcome, record_id, created_at_ms, ended_at_ms, baseline_seq, baseline_total, unknown_since_ms, looked_at_ms, finding, recorded_by, given_up_at_ms, reused_file_id, received, given_up_by) VALUES
(1, '0c69a5cd-3ac0-4c15-9561-62320362de51', 1, 1, 1, 'd52852fd-4fc0-485b-b134-dabb75132930', 'private', 'protocol.csv', '2026-10-09T09:00:05.940Z', '{"boundary":"----0fa8e2555f4f51f308cefc333ea831fb","head":"------0fa8e2555f4f51f308cefc333ea831fb\r\nContent-Disposition: form-data; name=\"type\"\r\n\r\nprimary\r\n------0fa8e2555f4f51f308cefc333ea831fb\r\nContent-Disposition: form-data; name=\"label\"\r\n\r\nraw,demo\r\n------0fa8e2555f4f51f308cefc333ea831fb\r\nContent-Disposition: form-data; name=\"uploaded\"\r\n\r\n2026-10-09T09:00:05.940Z\r\n------0fa8e2555f4f51f308cefc333ea831fb\r\nContent-Disposition: form-data; name=\"file\"; filename=\"protocol.csv\"\r\nContent-Type: text/csv\r\n\r\n","tail":"\r\n------0fa8e2555f4f51f308cefc333ea831fb--\r\n","fileBytes":56,"totalBytes":547}', 1, 500, 'recorded', 1, 1791536406867, 1791536407204, 1, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence (name, seq) VALUES
('event_log', 3),
('file', 1),
('folder', 1),
('listed_file', 3);
