-- A file that was edited and renamed is found by its inode, `dev:ino`, among those that show a record.
CREATE INDEX file_by_inode
  ON file (substr(identity, 1, instr(identity, ':') + instr(substr(identity, instr(identity, ':') + 1), ':') - 1))
  WHERE record_id IS NOT NULL;
