/** The last seen copy of each project, so that names and members are at hand without the service. */
import type Database from 'better-sqlite3';
import { Project } from '../../src-shared/service/projects.ts';

export interface ProjectCopy {
  readonly project: Project;
  readonly fetchedAtMs: number;
}

interface Row {
  readonly body: string;
  readonly fetchedAtMs: number;
}

export function makeProjectRepository(db: Database.Database) {
  const columns = 'SELECT body, fetched_at_ms AS fetchedAtMs FROM project';
  const byId = db.prepare<[id: string], Row>(`${columns} WHERE id = ?`);
  const all = db.prepare<[], Row>(`${columns} ORDER BY id`);
  const upsert = db.prepare(
    `INSERT INTO project (id, body, fetched_at_ms) VALUES (@id, @body, @fetchedAtMs)
     ON CONFLICT (id) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms`,
  );

  return {
    get(id: string): ProjectCopy | null {
      const row = byId.get(id);
      return row === undefined ? null : read(row);
    },
    all: (): readonly ProjectCopy[] => all.all().map(read),
    keep(project: Project, fetchedAtMs: number): void {
      upsert.run({ id: project.id, body: JSON.stringify(project), fetchedAtMs });
    },
  };
}
export type ProjectRepository = ReturnType<typeof makeProjectRepository>;

function read(row: Row): ProjectCopy {
  return { project: Project.parse(JSON.parse(row.body)), fetchedAtMs: row.fetchedAtMs };
}
