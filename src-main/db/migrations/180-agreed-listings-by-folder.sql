-- A file that is wanted although it is an earlier one may lie anywhere in its folder: all its directories are looked at
-- again, however many files are named one after the other.
CREATE INDEX directory_agreed ON directory (folder_id) WHERE agreed_listing IS NOT NULL;
