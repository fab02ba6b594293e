-- Why the certificate of an available record does not come, as the service answered last; null: it came, or was not
-- given up yet.
ALTER TABLE record ADD COLUMN certificate_fault TEXT;
CREATE INDEX record_missing_certificate ON record (id)
  WHERE status = 'Available' AND certificate_pdf IS NULL AND certificate_fault IS NOT NULL;
