-- Why a change could not be sent is kept with the time of that try, so that it is never shown as the present reason. Of
-- earlier tries the time is unknown: they are forgotten, and the change is tried again.
UPDATE change SET facts = json_insert(json_remove(facts, '$.trouble'), '$.lastTry', json('null'))
  WHERE state = 'waiting';
