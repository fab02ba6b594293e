-- A file that went while it was being sent was never looked for again where its directory had been taken for settled.
UPDATE directory SET agreed_listing = NULL WHERE agreed_listing IS NOT NULL;
