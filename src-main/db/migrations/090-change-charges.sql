-- What paid changes cost. A person may send one again, so what was or may have been paid belongs to the try.
CREATE TABLE change_attempt (
  change_id   INTEGER NOT NULL REFERENCES change (id),
  number      INTEGER NOT NULL, -- 1 for the first try
  credits     INTEGER NOT NULL, -- its price when it was agreed to
  began_at_ms INTEGER NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('sending', 'answered', 'refused', 'unsent', 'lost')),
  ended_at_ms INTEGER,          -- null while it is sent, and when it never left
  PRIMARY KEY (change_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX change_attempt_by_time ON change_attempt (began_at_ms);

-- Of changes sent before there was this table the last try is known, by what its change says of it.
INSERT INTO change_attempt (change_id, number, credits, began_at_ms, outcome, ended_at_ms)
SELECT id, attempts,
  CASE json_extract(intent, '$.kind')
    WHEN 'create-project' THEN 50 + 10 * json_array_length(intent, '$.project.members')
    WHEN 'invite-member' THEN 10
    ELSE 1
  END,
  coalesce(json_extract(facts, '$.sinceMs'), json_extract(facts, '$.lostAtMs'),
    json_extract(facts, '$.earlierLostAtMs'), json_extract(facts, '$.atMs'), created_at_ms),
  CASE
    WHEN state = 'sending' THEN 'sending'
    WHEN state IN ('unknown', 'left') OR json_extract(facts, '$.by') = 'evidence' THEN 'lost'
    WHEN state = 'delivered' THEN 'answered'
    WHEN json_extract(facts, '$.earlierLostAtMs') IS NOT NULL THEN 'lost'
    WHEN state = 'refused' THEN 'refused'
    ELSE 'unsent'
  END,
  coalesce(json_extract(facts, '$.lostAtMs'), json_extract(facts, '$.earlierLostAtMs'), json_extract(facts, '$.atMs'))
FROM change WHERE attempts > 0 AND state <> 'withdrawn';

-- Of what the balance fell by in a window, this was for paid changes.
ALTER TABLE balance_window ADD COLUMN changes_credits INTEGER NOT NULL DEFAULT 0;

-- Entries of the service's history that are charges of a try: a project with first members has several.
CREATE TABLE change_charge (
  transaction_id TEXT PRIMARY KEY,
  change_id      INTEGER NOT NULL,
  number         INTEGER NOT NULL,
  part           TEXT NOT NULL CHECK (part IN ('project', 'member', 'invitation', 'deletion')),
  expected       INTEGER NOT NULL,
  credits        INTEGER NOT NULL, -- as the service's history says
  FOREIGN KEY (change_id, number) REFERENCES change_attempt (change_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX change_charge_by_attempt ON change_charge (change_id, number);
