/**
 * One folder tree of very many files, through `labseal serve` as its page asks it. Run it with 10,000, 100,000 and
 * 1,000,000 files: what grows faster than they do is a mistake.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMockService } from '../../src-mock/mock-service.ts';
import { median, type Contestant, type Figures } from '../contest.ts';
import { peakMemory, processorMs } from '../process-figures.ts';
import { MEMORY_AT_REST, PROCESSOR_AT_REST, rest } from '../rest.ts';
import { sampleRules, writeTree } from '../sample-tree.ts';
import { startServed, type Served } from '../soak-served.ts';
import type { Workload } from '../peers.ts';

const FILE_BYTES = 64;
const LOOK_EVERY_MS = 100;
const ASKED_TIMES = 15;
const PAGE_ROWS = 100;
/** A file on its way to its fingerprints. */
const UNFINISHED: ReadonlySet<string> = new Set(['discovered', 'settling', 'hashing', 'checking']);

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
  peers: [],
  async prepare(size, folder) {
    const service = await startMockService({
      dataFolder: path.join(folder, 'service'),
      seed: 'demo',
    });
    const tree = path.join(folder, 'tree');
    writeTree(tree, size, FILE_BYTES);
    const person = service.demoAccounts.find(({ role }) => role === 'principal investigator');
    if (person === undefined) throw new Error('the demo has no principal investigator');
    const { email, password } = person;
    const lab = { home: path.join(folder, 'home'), tree, size, server: service.url };
    const { contestants, close } = stages({ ...lab, person: { email, password } });
    return {
      contestants,
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
      async close() {
        await close();
        await service.close();
      },
    };
  },
};

interface Lab {
  readonly home: string;
  readonly tree: string;
  readonly size: number;
  readonly server: string;
  readonly person: { readonly email: string; readonly password: string };
}

/** Each stage goes on where the one before it ended, so a round is a whole life of a data folder. */
function stages({ home, tree, size, server, person }: Lab) {
  let current: Served | null = null;
  let files = size;
  let addedMs = 0;

  const served = (): Served => {
    if (current === null) throw new Error('nothing is running');
    return current;
  };
  const start = async () => (current = await startServed(home, server));
  const end = async () => {
    await current?.end();
    current = null;
  };
  const stage = (name: string, work: () => Promise<number>): Contestant => ({
    name,
    part: 'labseal',
    run: async () => figuresOf(await work(), served().pid),
  });

  const contestants: readonly Contestant[] = [
    stage('first scan, until all are known', async () => {
      await end();
      fs.rmSync(home, { recursive: true, force: true });
      await start();
      await signIn(served(), person);
      const projectId = await firstProject(served());
      addedMs = performance.now();
      await served().call('folders.add', { path: tree, rules: sampleRules(projectId) });
      await until(served(), ({ known }) => known >= files);
      return performance.now() - addedMs;
    }),
    stage('first scan, until all have fingerprints', async () => {
      await until(served(), ({ finished }) => finished >= files);
      return performance.now() - addedMs;
    }),
    stage('restart with nothing changed', async () => {
      await end();
      const beganMs = performance.now();
      const sinceMs = Date.now();
      await start();
      await until(served(), (seen) => seen.scannedAtMs >= sinceMs && seen.finished === seen.known);
      return performance.now() - beganMs;
    }),
    stage('look again after one change', async () => {
      fs.writeFileSync(path.join(tree, `new-${files}.raw`), String(files));
      files += 1;
      const beganMs = performance.now();
      const sinceMs = Date.now();
      await served().call('folders.look', {});
      await until(served(), (seen) => seen.scannedAtMs >= sinceMs && seen.known >= files);
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
      run: () => atRest(served().pid, home),
    },
  ];
  return { contestants, close: end };
}

async function signIn(served: Served, person: Lab['person']): Promise<void> {
  await served.call('session.signIn', { server: null, ...person });
}

async function firstProject(served: Served): Promise<string> {
  const { projects } = await served.call('projects.list', {});
  return projects[0]?.id ?? '';
}

interface Progress {
  readonly known: number;
  readonly finished: number;
  /** When the folder was last seen whole. */
  readonly scannedAtMs: number;
}

async function until(served: Served, isReached: (seen: Progress) => boolean): Promise<void> {
  while (!isReached(await progressOf(served))) await sleep(LOOK_EVERY_MS);
}

async function progressOf(served: Served): Promise<Progress> {
  const { account } = await served.call('status.read', {});
  const counts = account?.counts ?? [];
  const sum = (some: typeof counts) => some.reduce((total, { files }) => total + files, 0);
  return {
    known: sum(counts),
    finished: sum(counts.filter(({ state }) => !UNFINISHED.has(state))),
    scannedAtMs: account?.folders[0]?.lastScanAtMs ?? 0,
  };
}

function figuresOf(wallMs: number, pid: number): Figures {
  return { wallMs, cpuMs: processorMs(pid), peakBytes: peakMemory(pid) };
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
