/** Who sees changes in a folder, and how one learns from outside that a change was seen. */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { startSubject } from './subject.ts';

export interface Sight {
  /** Whether the file was seen with so many bytes by now. Asking twice is allowed only until it was. */
  hasSeen(file: string, bytes: number): boolean;
  /** Files below a folder that were seen and are not known to be gone. */
  countBelow(folder: string): number;
  close(): Promise<void>;
}

/** The whole engine: a change is seen when it stands in the database. `dataFolder` has an account that watches `root`. */
export async function seenByCore(dataFolder: string, root: string): Promise<Sight> {
  const subject = await startSubject('followed-core', [dataFolder]);
  const db = new Database(databaseIn(dataFolder), { readonly: true });
  const sizeOf = db
    .prepare<[string, string], number>(
      'SELECT size_bytes FROM file JOIN directory d ON d.id = directory_id WHERE d.path = ? AND name = ?',
    )
    .pluck();
  const below = db
    .prepare<[string], number>(
      `SELECT count(*) FROM file WHERE state <> 'missing'
        AND directory_id IN (SELECT id FROM directory WHERE path LIKE ? || '%')`,
    )
    .pluck();
  return {
    hasSeen: (file, bytes) =>
      sizeOf.get(path.relative(root, path.dirname(file)), path.basename(file)) === bytes,
    countBelow: (folder) => below.get(path.relative(root, folder)) ?? 0,
    async close() {
      db.close();
      await subject.close();
    },
  };
}

/** A watcher by itself: a change is seen when its path is told. */
export async function seenByWatcher(how: string, root: string): Promise<Sight> {
  const told = new Set<string>();
  const subject = await startSubject('told-changes', [how, root], (message) => {
    const { path: each } = message as { readonly path: string };
    told.add(each);
  });
  return {
    hasSeen: (file) => told.delete(file),
    countBelow: (folder) =>
      [...told].filter((each) => each.startsWith(`${folder}/`) && each.endsWith('.raw')).length,
    close: () => subject.close(),
  };
}

function databaseIn(dataFolder: string): string {
  const [found] = fs.globSync(`${dataFolder}/**/labseal.db`);
  if (found === undefined) throw new Error(`${dataFolder} has no database`);
  return found;
}
