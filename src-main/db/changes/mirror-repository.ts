/**
 * The last good copies of what the service showed, by kind and key. The reader parses a copy; this module never empties
 * one.
 */
import type Database from 'better-sqlite3';
import { Project } from '../../../src-shared/service/projects.ts';

/** `gone`, `forbidden`: the service's last answer about it. The copy is older than that. */
export type Standing = 'there' | 'gone' | 'forbidden';

export interface MirrorCopy {
  readonly body: unknown;
  /** When the read of it started. */
  readonly fetchedAtMs: number;
  /** For a list: proven to be complete. */
  readonly isComplete: boolean;
  readonly standing: Standing;
}

interface Row {
  readonly body: string;
  readonly fetchedAtMs: number;
  readonly isComplete: number;
  readonly standing: Standing;
}

export function makeMirrorRepository(db: Database.Database) {
  const columns = `body, fetched_at_ms AS fetchedAtMs, is_complete AS isComplete, standing`;
  const select = db.prepare<[kind: string, key: string], Row>(
    `SELECT ${columns} FROM mirror WHERE kind = ? AND key = ?`,
  );
  const ofKind = db.prepare<[kind: string], Row & { readonly key: string }>(
    `SELECT key, ${columns} FROM mirror WHERE kind = ? ORDER BY key`,
  );
  const upsert = db.prepare(
    `INSERT INTO mirror (kind, key, body, fetched_at_ms, is_complete, standing)
     VALUES (@kind, @key, @body, @fetchedAtMs, @isComplete, 'there')
     ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body, fetched_at_ms = excluded.fetched_at_ms,
       is_complete = excluded.is_complete, standing = 'there'`,
  );
  const mark = db.prepare<[standing: Standing, kind: string, key: string]>(
    'UPDATE mirror SET standing = ? WHERE kind = ? AND key = ?',
  );
  const keysOf = db.prepare<[kind: string], { key: string }>(
    'SELECT key FROM mirror WHERE kind = ? ORDER BY key',
  );

  return {
    /** The keys of a kind's copies. */
    keys: (kind: string): readonly string[] => keysOf.all(kind).map(({ key }) => key),
    get(kind: string, key: string): MirrorCopy | null {
      const row = select.get(kind, key);
      return row === undefined ? null : read(row);
    },
    all: (kind: string): ReadonlyMap<string, MirrorCopy> =>
      new Map(ofKind.all(kind).map(({ key, ...row }) => [key, read(row)])),
    /** Replaces the copy. Returns whether the content differs. */
    keep(
      kind: string,
      key: string,
      { body, fetchedAtMs, isComplete }: Omit<MirrorCopy, 'standing'>,
    ): boolean {
      const text = JSON.stringify(body);
      const before = select.get(kind, key);
      upsert.run({ kind, key, body: text, fetchedAtMs, isComplete: isComplete ? 1 : 0 });
      const isSame = before?.body === text && before.standing === 'there';
      return !isSame || before.isComplete !== (isComplete ? 1 : 0);
    },
    /** Stores the service's current answer about it; the copy stays. Returns whether that is new. */
    mark(kind: string, key: string, standing: Standing): boolean {
      const before = select.get(kind, key);
      if (before === undefined || before.standing === standing) return false;
      mark.run(standing, kind, key);
      return true;
    },
  };
}
export type MirrorRepository = ReturnType<typeof makeMirrorRepository>;

function read({ body, isComplete, ...row }: Row): MirrorCopy {
  return { ...row, body: JSON.parse(body) as unknown, isComplete: isComplete === 1 };
}

export interface ProjectCopy {
  readonly project: Project;
  readonly fetchedAtMs: number;
}

/** Its copies of projects, for modules that need a name without a request. */
export function makeProjectRepository(mirror: Pick<MirrorRepository, 'get' | 'all'>) {
  function get(id: string): ProjectCopy | null {
    const copy = mirror.get('project', id);
    return copy && projectIn(copy);
  }
  return {
    get,
    /** For an intent, which is shown by the name of its project where that is known. */
    named(projectId: string): { readonly projectId: string; readonly projectName?: string } {
      const projectName = get(projectId)?.project.name ?? '';
      return projectName === '' ? { projectId } : { projectId, projectName };
    },
    all: (): readonly ProjectCopy[] => [...mirror.all('project').values()].map(projectIn),
  };
}

function projectIn({ body, fetchedAtMs }: MirrorCopy): ProjectCopy {
  return { project: Project.parse(body), fetchedAtMs };
}
