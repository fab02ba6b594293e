/** Projects. Scopes are kept as labels: the codes in answers are a reading and may change while running. */
import { randomUUID } from 'node:crypto';
import type { ProjectValues } from '../../src-shared/service/projects.ts';
import type { PageRequest } from '../http/paging.ts';
import type { Connection } from './database.ts';

/** `maxNumberOfMembers`: besides the leader, active and on hold together. */
export interface Project extends Readonly<ProjectValues> {
  readonly id: string;
  readonly leaderId: string;
}

interface Row {
  readonly id: string;
  readonly leaderId: string;
  readonly fields: string;
}

export function makeProjectTable(db: Connection) {
  const upsert = db.prepare<[Row]>(
    `INSERT INTO project (id, leader_id, fields) VALUES (@id, @leaderId, @fields)
     ON CONFLICT (id) DO UPDATE SET fields = @fields`,
  );
  const columns = 'id, leader_id AS leaderId, fields';
  const byId = db.prepare<[string], Row>(`SELECT ${columns} FROM project WHERE id = ?`);
  const all = db.prepare<[], Row>(`SELECT ${columns} FROM project ORDER BY sequence`);

  return {
    save: ({ id, leaderId, ...fields }: Project): void =>
      void upsert.run({ id, leaderId, fields: JSON.stringify(fields) }),
    find(id: string): Project | null {
      const row = byId.get(id);
      return row === undefined ? null : fromRow(row);
    },
    /** In the order of creation. */
    all: (): readonly Project[] => all.all().map(fromRow),
  };
}

function fromRow({ fields, ...ids }: Row): Project {
  return { ...(JSON.parse(fields) as Omit<Project, keyof typeof ids>), ...ids };
}

/** Tags, in the order they were made. Two tags never differ by case alone. */
export interface Tag {
  readonly id: string;
  readonly name: string;
}

export function makeTagTable(db: Connection) {
  const insert = db.prepare<[string, string, string]>(
    'INSERT INTO tag (id, name, name_folded) VALUES (?, ?, ?) ON CONFLICT (name_folded) DO NOTHING',
  );
  const search = db.prepare<[string, number, number], Tag>(
    'SELECT id, name FROM tag WHERE instr(name_folded, ?) > 0 ORDER BY sequence LIMIT ? OFFSET ?',
  );
  const count = db.prepare<[string], { total: number }>(
    'SELECT count(*) AS total FROM tag WHERE instr(name_folded, ?) > 0',
  );
  return {
    /** False when a tag of that name exists. */
    insert: (name: string): boolean =>
      insert.run(randomUUID(), name, name.toLowerCase()).changes === 1,
    /** Tags whose name contains the text, whatever the case; the empty text finds all. */
    search: (text: string, { start, limit }: PageRequest): readonly Tag[] =>
      search.all(text.toLowerCase(), limit, start),
    count: (text: string): number => count.get(text.toLowerCase())?.total ?? 0,
  };
}
