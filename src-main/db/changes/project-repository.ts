/** The mirror's copies of projects, for modules that need a name without a request. */
import type Database from 'better-sqlite3';
import { Project } from '../../../src-shared/service/projects.ts';

export interface ProjectCopy {
  readonly project: Project;
  readonly fetchedAtMs: number;
}

interface Row {
  readonly body: string;
  readonly fetchedAtMs: number;
}

export function makeProjectRepository(db: Database.Database) {
  const columns = "SELECT body, fetched_at_ms AS fetchedAtMs FROM mirror WHERE kind = 'project'";
  const byId = db.prepare<[id: string], Row>(`${columns} AND key = ?`);
  const all = db.prepare<[], Row>(`${columns} ORDER BY key`);
  const upsert = db.prepare(
    `INSERT INTO mirror (kind, key, body, fetched_at_ms, is_complete)
     VALUES ('project', @id, @body, @fetchedAtMs, 1)
     ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms,
       standing = 'there'`,
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

function read(row: Row): ProjectCopy {
  return { project: Project.parse(JSON.parse(row.body)), fetchedAtMs: row.fetchedAtMs };
}
