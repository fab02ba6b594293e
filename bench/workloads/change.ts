import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { openLab } from '../../e2e/support/lab.ts';
import { NO_FIGURES, percentile, type Contestant, type Figures } from '../contest.ts';
import { writeTree } from '../sample-tree.ts';
import type { Workload } from '../peers.ts';
import { watchAnew } from '../rest.ts';
import { startSubject } from '../subject.ts';

const CHANGES = 60;
const PAUSE_MS = 25; // so that each change stands by itself
const NESTED = 10; // folders in a folder, two deep
const FILES_IN_EACH = 100;
const BURST_FILES = NESTED * NESTED * FILES_IN_EACH;
const LOOK_EVERY_MS = 2;
const SETTLED_MS = 2_000; // until its watches stand
const QUIET_MS = 5_000; // what was not seen by then is lost until the next scan

const SEEN = 'change seen, p95';
const ALL_SEEN = 'all seen after';
const LOST = 'lost';

export const change: Workload = {
  name: 'change',
  says: (size) =>
    `A tree of ${size.toLocaleString('en')} files is watched. ${CHANGES} files are written to, one after the other; then ${BURST_FILES.toLocaleString('en')} files are made in ${NESTED * NESTED} new folders within new folders, as fast as that goes. For Labseal a file is seen when it stands in the database, for a watcher when it tells the path; everything runs in its own process, and the time until all are seen counts from the last file made.`,
  unit: 'files',
  sizes: [10_000],
  rounds: 3,
  warmUp: false,
  isRated: false,
  plotted: SEEN,
  packages: ['chokidar'],
  async prepare(size, { after }) {
    const { lab, close } = await openLab();
    after.defer(close);
    const root = lab.at('tree');
    writeTree(root, size, 0);
    let round = 0;
    /** Opened for its turn only: whoever else watches would be in its way. */
    const contestant = (
      name: string,
      part: Contestant['part'],
      open: () => Promise<Sight>,
    ): Contestant => ({
      name,
      part,
      async run() {
        const sight = await open();
        try {
          return await measureSight(sight, root, String((round += 1)));
        } finally {
          await sight.close();
        }
      },
    });
    const openOurs = async (): Promise<Sight> => {
      // Nothing is read while changes are looked for.
      await watchAnew(lab, '--settle', '3600');
      const sight = await seenByCore(lab.at('labseal'), root);
      while (sight.countBelow(root) < size) await sleep(PAUSE_MS);
      await sleep(SETTLED_MS);
      return sight;
    };
    const ours = 'labseal, the system itself';
    return {
      contestants: [
        contestant(ours, 'labseal', openOurs),
        contestant('chokidar on the whole tree', 'peer', () => seenByWatcher('whole-tree', root)),
        contestant('fs.watch, recursive', 'peer', () => seenByWatcher('recursive', root)),
      ],
      budgets: [
        { ours, figure: SEEN, atMost: 15 },
        { ours, figure: ALL_SEEN, atMost: 100 },
        { ours, figure: LOST, atMost: 0 },
      ],
    };
  },
};

async function measureSight(sight: Sight, root: string, round: string): Promise<Figures> {
  const seenMs = await seeChanges(sight, root);
  const unseen = CHANGES - seenMs.length;
  const { lost, allSeenMs } = await seeBurst(sight, path.join(root, `burst-${round}`));
  return {
    ...NO_FIGURES,
    others: {
      [SEEN]: { value: percentile(seenMs, 0.95), unit: 'ms' },
      [LOST]: { value: unseen + lost, unit: 'files' },
      ...(allSeenMs === null ? {} : { [ALL_SEEN]: { value: allSeenMs, unit: 'ms' } }),
    },
  };
}

/** Times of those that were seen. */
async function seeChanges(sight: Sight, root: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < CHANGES; index += 1) {
    const file = path.join(root, `run-${index}`, `scan-${index * 100}.raw`);
    const bytes = fs.statSync(file).size + 1;
    const startedMs = performance.now();
    fs.appendFileSync(file, 'x');
    const waitedMs = () => performance.now() - startedMs;
    let isSeen = sight.hasSeen(file, bytes);
    for (; !isSeen && waitedMs() < QUIET_MS; isSeen = sight.hasSeen(file, bytes)) await sleep(1);
    if (isSeen) times.push(waitedMs());
    await sleep(PAUSE_MS);
  }
  return times;
}

/** Null for the time when some were never seen. */
async function seeBurst(sight: Sight, burst: string) {
  for (let outer = 0; outer < NESTED; outer += 1) {
    for (let inner = 0; inner < NESTED; inner += 1) {
      const folder = path.join(burst, `${outer}`, `${inner}`);
      fs.mkdirSync(folder, { recursive: true });
      for (let file = 0; file < FILES_IN_EACH; file += 1) {
        fs.writeFileSync(path.join(folder, `scan-${file}.raw`), '');
      }
    }
  }
  const madeMs = performance.now();
  const most = await untilStill(
    () => sight.countBelow(burst),
    (count) => count >= BURST_FILES,
  );
  fs.rmSync(burst, { recursive: true });
  const lost = BURST_FILES - most.count;
  return { lost, allSeenMs: lost === 0 ? most.atMs - madeMs : null };
}

/** Until the count is what it should be, or has not moved for a while. */
async function untilStill(countNow: () => number, isReached: (count: number) => boolean) {
  let last = { count: countNow(), atMs: performance.now() };
  while (!isReached(last.count) && performance.now() - last.atMs < QUIET_MS) {
    await sleep(LOOK_EVERY_MS);
    const count = countNow();
    if (count !== last.count) last = { count, atMs: performance.now() };
  }
  return last;
}

interface Sight {
  /** Whether the file was seen with so many bytes by now. Asking twice is allowed only until it was. */
  hasSeen(file: string, bytes: number): boolean;
  /** Files below a folder that were seen and are not known to be gone. */
  countBelow(folder: string): number;
  close(): Promise<void>;
}

/** The whole engine: a change is seen when it stands in the database. `dataFolder` has an account that watches `root`. */
async function seenByCore(dataFolder: string, root: string): Promise<Sight> {
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
async function seenByWatcher(how: string, root: string): Promise<Sight> {
  const told = new Set<string>();
  const subject = await startSubject('watcher-events', [how, root], (message) => {
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
