-- An outage is one line, from its begin to its end: `to_place` is 'back' once it is over, `files` how many were told together.
UPDATE event_line SET files = 1, to_place = 'back', at_ms = b.at_ms
  FROM event_line b WHERE event_line.what = 'service-away' AND b.id = (
    SELECT min(id) FROM event_line n WHERE n.what = 'service-back' AND n.id > event_line.id);
UPDATE event_line SET files = 1 WHERE what = 'service-away';
DELETE FROM event_line WHERE what = 'service-back';
