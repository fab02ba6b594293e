-- What came in place of the answer to an upload (JSON), and who gave an upload up: a person, or the program by a
-- setting after the service showed neither a record nor a charge.
ALTER TABLE upload_job ADD COLUMN received TEXT;
ALTER TABLE upload_job ADD COLUMN given_up_by TEXT CHECK (given_up_by IN ('person', 'evidence'));
UPDATE upload_job SET given_up_by = 'person' WHERE given_up_at_ms IS NOT NULL;

-- A lost answer whose search has ended asks for a decision; until then nothing is asked.
UPDATE file SET hold = 'undecided' WHERE state = 'confirming' AND hold IS NULL AND EXISTS (
  SELECT 1 FROM upload_job j WHERE j.file_id = file.id AND j.outcome = 'unknown' AND j.given_up_at_ms IS NULL
    AND j.finding IS NOT NULL AND json_extract(j.finding, '$.kind') <> 'looking');
