/**
 * One folder tree of very many files, through `labseal serve` as its page asks it. Run it with 10,000, 100,000 and
 * 1,000,000 files: what grows faster than they do is a mistake.
 */
import fs from 'node:fs';
import path from 'node:path';
import { openLab, type Lab } from '../../e2e/support/lab.ts';
import { median, type Contestant, type Figures } from '../contest.ts';
import { MEMORY_AT_REST, PROCESSOR_AT_REST, rest, signInAnew } from '../rest.ts';
import { sampleRules, writeTree } from '../sample-tree.ts';
import { startServed, untilReached, type Served } from '../served.ts';
import type { Workload } from '../peers.ts';

const FILE_BYTES = 64;
const LOOK_EVERY_MS = 100;
const ASKED_TIMES = 15;
const PAGE_ROWS = 100;

const PAGES = [
  'a page of the list',
  'a page of the list, in its middle',
  'a page of the list, newest first',
] as const;
const COUNTS = 'counts';
const WAY = 'the way over loopback';
const AT_REST = 'at rest';
const MOST_PAGE_MS = 5;
const MOST_COUNTS_MS = 1;
const MOST_REST_PERCENT = 0.1;
/** Of memory: little more than the names of folders may be kept of a file that rests. */
const MOST_BYTES_PER_FILE = 60;
const MOST_OTHER_BYTES = 190 * 2 ** 20;

type Ask = (served: Served, size: number) => Promise<number>;

const page =
  (by: 'name' | 'when', from: number): Ask =>
  (served, size) =>
    served.timed('files.range', {
      filter: {},
      sort: { by, isDescending: by === 'when' },
      first: Math.floor(size * from),
      count: PAGE_ROWS,
    });

/** What the page asks for, and asks again when events tell that it may be stale. */
const ASKED: Readonly<Record<string, Ask>> = {
  [WAY]: (served) => served.timed('credits.limits', {}),
  [PAGES[0]]: page('name', 0),
  [PAGES[1]]: page('name', 0.5),
  [PAGES[2]]: page('when', 0),
  [COUNTS]: (served) => served.timed('status.read', {}),
  'the queue': (served) => served.timed('transfers.view', { first: 0, count: 300 }),
  'the offer': (served) => served.timed('files.offer', { which: null }),
};

export const million: Workload = {
  name: 'million',
  says: (size) =>
    `${size.toLocaleString('en')} files of ${FILE_BYTES} bytes in one folder tree, through labseal serve, asked over loopback.`,
  unit: 'files',
  sizes: [10_000, 100_000, 1_000_000],
  sizesInAll: [10_000, 100_000, 1_000_000],
  rounds: (size) => (size < 1_000_000 ? 3 : 1),
  warmUp: false,
  isRated: false,
  async prepare(size, { after }) {
    const { lab, close } = await openLab();
    after.defer(close);
    writeTree(lab.at('tree'), size, FILE_BYTES);
    return {
      contestants: stages(lab, size),
      budgets: [
        // What the core takes is meant, not the way there.
        ...PAGES.map((ours) => ({ ours, plus: WAY, atMost: MOST_PAGE_MS })),
        { ours: COUNTS, plus: WAY, atMost: MOST_COUNTS_MS },
        { ours: AT_REST, figure: PROCESSOR_AT_REST, atMost: MOST_REST_PERCENT },
        {
          ours: AT_REST,
          figure: MEMORY_AT_REST,
          atMost: size * MOST_BYTES_PER_FILE + MOST_OTHER_BYTES,
        },
      ],
    };
  },
};

/** Each stage goes on where the one before it ended, so a round is a whole life of a data folder. */
function stages(lab: Lab, size: number): readonly Contestant[] {
  const tree = lab.at('tree');
  let current: Served | null = null;
  let knownFiles = size;
  let addedMs = 0;

  const served = (): Served => {
    if (current === null) throw new Error('nothing is running');
    return current;
  };
  const stage = (name: string, work: () => Promise<number>): Contestant => ({
    name,
    part: 'labseal',
    async run() {
      const wallMs = await work();
      return served().figures(wallMs);
    },
  });
  const until: (isReached: Parameters<typeof untilReached>[2]) => Promise<void> = (isReached) =>
    untilReached(served(), LOOK_EVERY_MS, isReached);

  return [
    stage('first scan, until all are known', async () => {
      await current?.end();
      await signInAnew(lab);
      current = await startServed(lab);
      const rules = sampleRules(await lab.projectId());
      addedMs = performance.now();
      await served().call('folders.add', { path: tree, rules });
      await until(({ files }) => files >= knownFiles);
      return performance.now() - addedMs;
    }),
    stage('first scan, until all have fingerprints', async () => {
      await until(({ files, waiting }) => files - waiting >= knownFiles);
      return performance.now() - addedMs;
    }),
    stage('restart with nothing changed', async () => {
      await served().end();
      const beganMs = performance.now();
      const sinceMs = Date.now();
      current = await startServed(lab);
      await until(({ waiting, scannedAtMs }) => scannedAtMs >= sinceMs && waiting === 0);
      return performance.now() - beganMs;
    }),
    stage('look again after one change', async () => {
      fs.writeFileSync(path.join(tree, `new-${knownFiles}.raw`), String(knownFiles));
      knownFiles += 1;
      const beganMs = performance.now();
      const sinceMs = Date.now();
      await served().call('folders.look', {});
      await until(({ files, scannedAtMs }) => scannedAtMs >= sinceMs && files >= knownFiles);
      return performance.now() - beganMs;
    }),
    ...Object.entries(ASKED).map(([name, ask]) =>
      stage(name, async () => {
        const taken: number[] = [];
        while (taken.length < ASKED_TIMES) taken.push(await ask(served(), size));
        return median(taken);
      }),
    ),
    {
      name: AT_REST,
      part: 'labseal',
      run: () => atRest(served().pid, lab.at('labseal')),
    },
  ];
}

async function atRest(pid: number, home: string): Promise<Figures> {
  const figures = await rest(pid);
  const size = { value: databaseBytes(home), unit: 'bytes' } as const;
  return { ...figures, others: { ...figures.others, 'size of the database': size } };
}

function databaseBytes(home: string): number {
  const files = fs.globSync(path.join(home, 'accounts', '*', 'labseal.db'));
  return files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
}
