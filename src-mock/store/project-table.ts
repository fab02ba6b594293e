/** Projects. Scopes are kept as labels: the codes in answers are a reading and may change while running. */
import type { LEADER_SCOPES, ORGANISATION_SCOPES } from '../../src-shared/service/projects.ts';
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
