-- When a person chose whether new files of the folder are uploaded to check for duplicates. Null: nobody did, so the
-- default holds, of which they were told. Folders from before keep their setting and are not asked about again.
ALTER TABLE folder ADD COLUMN check_chosen_at_ms INTEGER;
UPDATE folder SET check_chosen_at_ms = added_at_ms WHERE kind = 'watched';
