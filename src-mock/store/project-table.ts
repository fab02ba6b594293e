/** Projects. Scopes are kept as labels: the codes in answers are a reading and may change while running. */
import { randomUUID } from 'node:crypto';
import type { LEADER_SCOPES, ORGANISATION_SCOPES } from '../../src-shared/service/projects.ts';
import type { PageRequest } from '../http/paging.ts';
import type { Connection } from './database.ts';

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly area: string;
  readonly organisation: string;
  readonly location: string;
  readonly tags: readonly string[];
  readonly leaderId: string;
  /** Members besides the leader, active and on hold together. */
  readonly maxMembers: number;
  readonly organisationScope: (typeof ORGANISATION_SCOPES)[number];
  readonly leaderScope: (typeof LEADER_SCOPES)[number];
  readonly startDate: string;
  readonly endDate: string;
}

type Row = Omit<Project, 'tags'> & { readonly tags: string };

const COLUMNS = `id, name, area, organisation, location, tags, leader_id AS leaderId, max_members AS maxMembers,
  organisation_scope AS organisationScope, leader_scope AS leaderScope, start_date AS startDate, end_date AS endDate`;

export function makeProjectTable(db: Connection) {
  const upsert = db.prepare<[Row]>(
    `INSERT INTO project (id, name, area, organisation, location, tags, leader_id, max_members, organisation_scope,
       leader_scope, start_date, end_date)
     VALUES (@id, @name, @area, @organisation, @location, @tags, @leaderId, @maxMembers, @organisationScope,
       @leaderScope, @startDate, @endDate)
     ON CONFLICT (id) DO UPDATE SET name = @name, area = @area, organisation = @organisation, location = @location,
       tags = @tags, max_members = @maxMembers, organisation_scope = @organisationScope, leader_scope = @leaderScope,
       start_date = @startDate, end_date = @endDate`,
  );
  const byId = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM project WHERE id = ?`);
  const all = db.prepare<[], Row>(`SELECT ${COLUMNS} FROM project ORDER BY sequence`);

  return {
    save: (project: Project): void =>
      void upsert.run({ ...project, tags: JSON.stringify(project.tags) }),
    find(id: string): Project | null {
      const row = byId.get(id);
      return row === undefined ? null : fromRow(row);
    },
    /** In the order of creation. */
    all: (): readonly Project[] => all.all().map(fromRow),
  };
}

function fromRow(row: Row): Project {
  return { ...row, tags: JSON.parse(row.tags) as string[] };
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
