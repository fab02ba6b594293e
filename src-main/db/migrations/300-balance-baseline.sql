-- How far the journals of uploads and of paid changes were when a balance was read: what began later was charged later,
-- whatever the clock says. Null: read before this was kept.
ALTER TABLE balance_reading ADD COLUMN upload_attempts INTEGER; -- the latest rowid
ALTER TABLE balance_reading ADD COLUMN change_attempts INTEGER; -- their number
