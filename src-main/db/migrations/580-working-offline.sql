-- Whoever works offline has paused nothing: the uploads rest by that alone, and go on when it ends.
UPDATE transfer_rule SET pause = NULL, paused_since_ms = NULL, paused_until_ms = NULL
  WHERE EXISTS (SELECT 1 FROM preference WHERE name = 'uploads-paused-by-working-offline' AND value = 'yes');
DELETE FROM preference WHERE name = 'uploads-paused-by-working-offline';
