-- A file is not missing whose record another one shows.
DELETE FROM file WHERE state = 'missing' AND EXISTS (
  SELECT 1 FROM file f JOIN folder o ON o.id = f.folder_id AND o.removed_at_ms IS NULL
  WHERE f.record_id = file.record_id AND f.id <> file.id
    AND f.state IN ('recording', 'notarized', 'record_error', 'deleting', 'deleted'));
