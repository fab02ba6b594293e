
-- A content that another computer of the account paid for besides this one. What it cost is not what this one spent.
ALTER TABLE repeated_charge ADD COLUMN is_elsewhere INTEGER NOT NULL DEFAULT 0 CHECK (is_elsewhere IN (0, 1));

-- A second charge is an event of its file, whose row may be gone. It has no content, so that it is never taken for what made
-- the file what it is.
CREATE TRIGGER file_paid_twice AFTER INSERT ON repeated_charge
BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, folder_id, name, state, note, size_bytes)
  SELECT new.found_at_ms, 'file', j.file_id, j.folder_id, j.name, 'notarized',
    '{"paidTwice":"' || iif(new.is_elsewhere = 1, 'elsewhere', 'here') || '"}', k.size_bytes
  FROM upload_job j JOIN content k ON k.id = j.content_id WHERE j.id = new.job_id;
END;
