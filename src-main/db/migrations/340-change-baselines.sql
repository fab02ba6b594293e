-- Whether a denied change was charged all the same shows in the balance: what it is compared with is the last reading
-- before the try that nothing could change unseen. Null: there was none.
ALTER TABLE change_attempt ADD COLUMN balance_before INTEGER;
ALTER TABLE change_attempt ADD COLUMN balance_uploads INTEGER; -- how far the journals were at that reading
ALTER TABLE change_attempt ADD COLUMN balance_changes INTEGER;
ALTER TABLE change_attempt ADD COLUMN place INTEGER NOT NULL DEFAULT 0; -- among all tries, in the order in which they began
UPDATE change_attempt SET place = (SELECT count(*) FROM change_attempt o
  WHERE (o.began_at_ms, o.change_id, o.number) <= (change_attempt.began_at_ms, change_attempt.change_id, change_attempt.number));
