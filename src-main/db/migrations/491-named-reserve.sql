
-- A change that was agreed to for later names the reserve that it may pass, as it was set then: another one is asked about.
ALTER TABLE change ADD COLUMN is_agreed INTEGER NOT NULL DEFAULT 0 CHECK (is_agreed IN (0, 1));
ALTER TABLE change ADD COLUMN agreed_reserve INTEGER; -- credits; null: it may pass none
UPDATE change SET is_agreed = 1 WHERE agreed_below_reserve IS NOT NULL;
UPDATE change SET agreed_reserve = (SELECT value FROM spend_limit WHERE name = 'reserve') WHERE agreed_below_reserve = 1;
ALTER TABLE change DROP COLUMN agreed_below_reserve;
