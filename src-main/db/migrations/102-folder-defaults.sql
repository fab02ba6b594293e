-- What a folder begins with when it is watched and nobody said otherwise. No row: what Labseal thinks best.
CREATE TABLE folder_default (
  id             INTEGER PRIMARY KEY CHECK (id = 1),
  settle_seconds INTEGER CHECK (settle_seconds >= 0),
  exclude        TEXT NOT NULL -- JSON, a list of patterns
) STRICT;
