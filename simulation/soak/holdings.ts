/** What a program holds at one moment, counted from outside: memory, timers, functions, handles, rows and bytes on disk. */
import fs from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import Database from 'better-sqlite3';
import { databaseIn } from '../program/life.ts';
import type { SoakWorld } from './play-soak.ts';

export interface Holdings {
  readonly hour: number;
  /** After everything that nobody can reach was taken away. */
  readonly heapBytes: number;
  readonly sleepers: number;
  /** Functions that somebody can reach: a listener that was forgotten shows here. Null: not counted, it takes a while. */
  readonly functions: number | null;
  readonly openFiles: number;
  readonly logBytes: number;
  /** By table. */
  readonly rows: Readonly<Record<string, number>>;
}

export type Taker = ReturnType<typeof makeTaker>;

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

/** Opens the tables read-only, once. */
export function makeTaker({ clock, life }: SoakWorld) {
  const file = databaseIn(life.dataFolder);
  const db = new Database(file, { readonly: true });
  const tables = db
    .prepare<[], { name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .all();
  const counts = tables.map(({ name }) => {
    const count = db.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM "${name}"`);
    return () => [name, count.get()?.rows ?? 0] as const;
  });

  return {
    async take(hour: number, countsFunctions: boolean): Promise<Holdings> {
      // First, since it takes away more than a collection does.
      const functions = countsFunctions ? v8.queryObjects(Function, { format: 'count' }) : null;
      // Twice with a turn in between: what a finalizer lets go of is free only afterwards.
      collect();
      await turn();
      collect();
      return {
        hour,
        heapBytes: v8.getHeapStatistics().used_heap_size,
        sleepers: clock.wakeTimesMs().length,
        functions,
        openFiles: openFiles(),
        logBytes: fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
        rows: Object.fromEntries(counts.map((count) => count())),
      };
    },
    close() {
      db.close();
    },
  };
}

/** Zero where the system does not tell. */
function openFiles(): number {
  const folder = '/proc/self/fd';
  return fs.existsSync(folder) ? fs.readdirSync(folder).length : 0;
}
