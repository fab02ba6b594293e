-- What is said of a proof goes by the service's clock; `settled_at_ms` is by this computer's, and a deletion moves it.
ALTER TABLE record ADD COLUMN proven_at_ms INTEGER; -- the record was seen on the chain no later than then; null: never
-- A moment before the upload came from a clock that was behind: what is certain then is that it was seen before now.
UPDATE record SET proven_at_ms = CASE
    WHEN settled_at_ms >= ifnull(unixepoch(uploaded_iso, 'subsec') * 1000, 0) THEN settled_at_ms
    ELSE max(unixepoch('now'), unixepoch(uploaded_iso) + 1) * 1000 END
  WHERE settled_at_ms IS NOT NULL AND status <> 'NotarizationError';
DROP INDEX record_proven;
CREATE INDEX record_proven ON record (proven_at_ms, id) WHERE status = 'Available' OR certificate_pdf IS NOT NULL;
