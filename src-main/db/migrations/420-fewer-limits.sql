-- Limits that stay: a reserve (called floor before), a month, a folder's budget, and "approve each" of a folder. The limit of a
-- day, the price above which each file was asked about, and the limits of large batches become the nearest of these. None of
-- them lets more be spent than before.

-- Files of the folder up to this number came with more than 10,000 others and are paid for only if a person approved them, one
-- by one or together. What is written again keeps its number, so it goes on waiting. 0: no such files.
ALTER TABLE folder ADD COLUMN large_batch_until_id INTEGER NOT NULL DEFAULT 0;
UPDATE folder SET large_batch_until_id = ifnull(
  (SELECT max(id) FROM file f WHERE f.folder_id = folder.id AND f.state = 'held' AND f.hold = 'review'
    AND substr(f.message, 1, 13) = '{"why":"many-'), 0);
UPDATE file SET state = 'ready', hold = NULL, message = NULL
  WHERE state = 'held' AND hold = 'review' AND substr(message, 1, 13) = '{"why":"many-';

-- Whoever wanted to look at dear files, or at batches smaller than those of 10,000 files, looks at each file.
UPDATE folder SET approve_each = 1 WHERE kind = 'watched' AND EXISTS (
  SELECT 1 FROM spend_limit WHERE value IS NOT NULL
    AND (name = 'ask-above' OR name IN ('brake-files', 'brake-credits') AND value < 10000));
UPDATE file SET message = '{"why":"approve-each"}'
  WHERE state = 'held' AND hold = 'review' AND substr(message, 1, 18) = '{"why":"ask-above"'
    AND folder_id IN (SELECT id FROM folder WHERE approve_each = 1);
UPDATE file SET state = 'ready', hold = NULL, message = NULL
  WHERE state = 'held' AND hold = 'review' AND substr(message, 1, 18) = '{"why":"ask-above"';

-- Said once (src-shared/model/status/carried-over.ts). NULL: there was no such limit; an absent row: its default held.
INSERT INTO preference SELECT 'carried-over:limits', json_object('kind', 'limits', 'day', day, 'month', month,
    'approvesEach', json(iif(approves_each, 'true', 'false')), 'hadBatchLimits', json(iif(had_batches, 'true', 'false')))
  FROM (SELECT
    (SELECT value FROM spend_limit WHERE name = 'day') AS day,
    (SELECT min(value) FROM spend_limit WHERE name IN ('day', 'month')) AS month,
    EXISTS (SELECT 1 FROM spend_limit WHERE value IS NOT NULL AND (name = 'ask-above' OR name LIKE 'brake-%' AND value < 10000))
      AND EXISTS (SELECT 1 FROM folder WHERE kind = 'watched' AND removed_at_ms IS NULL) AS approves_each,
    EXISTS (SELECT 1 FROM spend_limit WHERE name LIKE 'brake-%' AND value IS NOT 10000) AS had_batches)
  WHERE day IS NOT NULL OR approves_each OR had_batches;

CREATE TABLE limit_kept (
  name  TEXT PRIMARY KEY CHECK (name IN ('reserve', 'month')),
  value INTEGER CHECK (value >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO limit_kept SELECT 'reserve', value FROM spend_limit WHERE name = 'floor';
-- In no day more than the limit of a day allowed, and in no month more than that of a month.
INSERT INTO limit_kept SELECT 'month', min(value) FROM spend_limit WHERE name IN ('day', 'month') HAVING count(*) > 0;
UPDATE file SET message = replace(replace(message, '"budget":"day"', '"budget":"month"'), '"budget":"floor"', '"budget":"reserve"')
  WHERE state = 'held' AND hold = 'budget';
DROP TABLE spend_limit;
ALTER TABLE limit_kept RENAME TO spend_limit;

-- What was called the floor is the reserve, in what waits and what was refused as well.
ALTER TABLE change RENAME COLUMN agreed_below_floor TO agreed_below_reserve;
UPDATE change SET facts = replace(replace(facts, '"kind":"floor"', '"kind":"reserve"'), '"floor":', '"reserve":')
  WHERE instr(facts, '"kind":"floor"') > 0;
