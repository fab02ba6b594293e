-- New rows come many at once, and only `insert-files.ts` inserts any: it counts them and takes the listing of their
-- directory away with one statement for all, where two triggers for each row took a fifth of the time of an insertion.
DROP TRIGGER file_counted_in;
DROP TRIGGER agreed_listing_file_added;
