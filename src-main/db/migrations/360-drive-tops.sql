-- Where the system names no volume, a drive is told by its topmost directory from another one with its number.
ALTER TABLE folder_drive ADD COLUMN top TEXT;
