-- Lists that faces show by range. Neither index holds what a move changes, so a file on its way costs no more than before.

CREATE INDEX file_by_name ON file (name COLLATE NOCASE, id, folder_id);

-- Few rows have instructions of their own; all others follow their folder.
CREATE INDEX file_with_own_assignment ON file (assignment_id) WHERE assignment_id IS NOT NULL;
