-- An approval beyond a limit names the limit and what it was set to, as JSON ({"reserve":420}). Those of before named
-- none: their files are asked about again.
ALTER TABLE approval ADD COLUMN passes TEXT CHECK (passes IS NULL OR json_valid(passes));
DELETE FROM approval WHERE what = 'budget';
