-- The list of files begins with the newest. A file that is on its way to its fingerprints moves several times within
-- moments and is not in this index: there are few of them at a time, and each move would cost half as much again.
CREATE INDEX file_by_change ON file (changed_at_ms, id, folder_id)
  WHERE state NOT IN ('discovered', 'settling', 'hashing', 'checking');
