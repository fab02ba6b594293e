/** Assignments: where and how a folder's files, or a single hand-picked file, are to be notarized. */
import type Database from 'better-sqlite3';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';

const COLUMNS = `project_id AS projectId, visibility, file_type AS fileType, labels,
  procedure_description AS procedureDescription, link_to_procedure AS linkToProcedure,
  primary_data AS primaryData, check_policy AS checkPolicy`;

export function makeAssignmentRepository(db: Database.Database) {
  const select = db.prepare<[id: number], Assignment>(
    `SELECT ${COLUMNS} FROM assignment WHERE id = ?`,
  );
  const values = `@projectId, @visibility, @fileType, @labels, @procedureDescription, @linkToProcedure,
    @primaryData, @checkPolicy`;
  const insert = db.prepare(
    `INSERT INTO assignment (project_id, visibility, file_type, labels, procedure_description, link_to_procedure,
       primary_data, check_policy) VALUES (${values})`,
  );
  const update = db.prepare(
    `UPDATE assignment SET (project_id, visibility, file_type, labels, procedure_description, link_to_procedure,
       primary_data, check_policy) = (${values}) WHERE id = @id`,
  );

  const adopt = db.prepare('UPDATE assignment SET project_id = ? WHERE project_id = ?');

  return {
    /** Throws when there is none: assignments are only reached through rows that refer to them. */
    get(id: number): Assignment {
      const row = select.get(id);
      if (row === undefined) throw new Error(`no assignment ${id}`);
      return row;
    },
    add(assignment: Assignment): number {
      return Number(insert.run(assignment).lastInsertRowid);
    },
    replace(id: number, assignment: Assignment): void {
      update.run({ ...assignment, id });
    },
    /** A project has received its id: files meant for its stand-in now go there. */
    adoptProject(standInId: string, projectId: string): void {
      adopt.run(projectId, standInId);
    },
  };
}
export type AssignmentRepository = ReturnType<typeof makeAssignmentRepository>;
