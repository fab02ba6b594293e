-- Prices are upper bounds by the documented rule, and are no longer learned from what the balance fell by for several uploads
-- together. What it fell by for one upload alone is that upload's charge where the service's history names none.
ALTER TABLE charge ADD COLUMN balance_fell_by INTEGER;
UPDATE charge SET balance_fell_by = (
  SELECT w.fell_by - w.changes_credits FROM balance_window w WHERE w.id = charge.window_id
    AND (SELECT count(*) FROM charge o WHERE o.window_id = w.id) = 1);
DELETE FROM charge WHERE credits IS NULL AND balance_fell_by IS NULL;
DROP INDEX charge_by_window;
ALTER TABLE charge DROP COLUMN window_id;
DROP TABLE balance_window;
