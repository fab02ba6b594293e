-- What a directory showed when a scan found nothing more to do in it, so that the same listing under the same rules need
-- not be held against a row per file. Whatever a later look at the disk could act on takes it away.
ALTER TABLE directory ADD COLUMN agreed_listing TEXT;

CREATE TRIGGER agreed_listing_file_added AFTER INSERT ON file BEGIN
  UPDATE directory SET agreed_listing = NULL WHERE id = new.directory_id AND agreed_listing IS NOT NULL;
END;

CREATE TRIGGER agreed_listing_file_erased AFTER DELETE ON file BEGIN
  UPDATE directory SET agreed_listing = NULL WHERE id = old.directory_id AND agreed_listing IS NOT NULL;
END;

-- Other bytes, another place, or a state in which the bytes on the disk do not speak for themselves (plan-path.ts).
CREATE TRIGGER agreed_listing_file_moved AFTER UPDATE ON file
WHEN new.identity <> old.identity OR new.directory_id <> old.directory_id OR new.name <> old.name
  OR new.state IN ('settling', 'missing', 'remote_only', 'ignored', 'unreadable')
    AND (new.state <> old.state OR new.message IS NOT old.message)
BEGIN
  UPDATE directory SET agreed_listing = NULL
    WHERE id IN (old.directory_id, new.directory_id) AND agreed_listing IS NOT NULL;
END;
