/**
 * Answers what a list of files asks for, again and again. Arguments: `labseal`, through the repositories, or `sql`, as one
 * would write it without thinking; the folder of the database; the number of its files.
 */
import path from 'node:path';
import Database from 'better-sqlite3';
import { realClock, realIds } from '../../src-main/platform/real-ports.ts';
import type { RangeOrder } from '../../src-main/db/files/file-range.ts';
import { openState } from '../../src-main/db/state.ts';
import { median } from '../contest.ts';
import { serveSubject } from '../subject.ts';

const TIMES = 9;
const PAGE_ROWS = 100;
const [by = '', folder = '', size = '0'] = process.argv.slice(2);
const MIDDLE = Math.floor(Number(size) / 2);

interface Asked {
  readonly page: (order: RangeOrder, first: number) => readonly unknown[];
  readonly counts: () => unknown;
  readonly close: () => void;
}

const asked = by === 'sql' ? bySql() : byRepositories();
const BY_NAME = { by: 'name', isDescending: false } as const;
const NEWEST = { by: 'when', isDescending: true } as const;
const QUESTIONS: Readonly<Record<string, () => unknown>> = {
  'first page': () => whole(asked.page(BY_NAME, 0)),
  'page in the middle': () => whole(asked.page(BY_NAME, MIDDLE)),
  'newest page': () => whole(asked.page(NEWEST, 0)),
  counts: asked.counts,
};

serveSubject(
  async () =>
    Object.fromEntries(
      Object.entries(QUESTIONS).map(([name, question]) => {
        const times = Array.from({ length: TIMES }, () => {
          const startedMs = performance.now();
          question();
          return performance.now() - startedMs;
        });
        return [name, { value: median(times), unit: 'ms' as const }];
      }),
    ),
  async () => asked.close(),
);

function byRepositories(): Asked {
  const state = openState(folder, { clock: realClock, ids: realIds });
  return {
    page: (order, first) =>
      state.fileRange({}, order, { first, count: PAGE_ROWS }).ids.map((id) => state.files.get(id)),
    counts: () => state.files.counts(),
    close: () => state.close(),
  };
}

function bySql(): Asked {
  const db = new Database(path.join(folder, 'labseal.db'), { readonly: true });
  const page = (order: string) =>
    db.prepare<[number]>(
      `SELECT * FROM file JOIN directory d ON d.id = directory_id ORDER BY ${order} LIMIT ${PAGE_ROWS} OFFSET ?`,
    );
  const [byName, newest] = [page('name COLLATE NOCASE'), page('changed_at_ms DESC')];
  const counts = db.prepare(
    'SELECT state, hold, count(*), sum(size_bytes) FROM file GROUP BY 1, 2',
  );
  return {
    page: (order, first) => (order.by === 'name' ? byName : newest).all(first),
    counts: () => counts.all(),
    close: () => db.close(),
  };
}

function whole(rows: readonly unknown[]): void {
  if (rows.length !== PAGE_ROWS) throw new Error(`a page has ${rows.length} rows`);
}
