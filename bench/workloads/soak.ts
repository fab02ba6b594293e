/**
 * `labseal serve` for minutes or hours while an instrument writes, sessions end, the service comes and goes and answers
 * get lost: what it holds at the end against what it held once it had got going. `size` is the length in minutes.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLab, type Lab } from '../../e2e/support/lab.ts';
import { researcher } from '../../e2e/support/people.ts';
import type { FaultRule } from '../../src-mock/control/fault-rules.ts';
import type { Budget, Figures } from '../contest.ts';
import { sampleRules } from '../sample-tree.ts';
import { COMPARED, LARGEST_LOG, othersOf, takeSamples } from '../soak-samples.ts';
import { startServed, type Served } from '../served.ts';
import type { Workload } from '../peers.ts';

const MINUTE_MS = 60_000;
const FILE_EVERY_MS = 3_000;
const FILE_BYTES = 200_000;
const MOST_FILES = 100; // the instrument removes older ones
const SESSION_MS = 90_000;
const OUTAGE_EVERY_MS = 45_000;
const OUTAGE_MS = 4_000;
const CREDITS = 100;
const NAME = 'labseal serve';

/** Files that come leave rows, and SQLite's own cache fills up to its bound: that much is no leak. */
const MOST_GROWTH = 1.1;
const MOST_LOG_BYTES = 20 * 2 ** 20;

const FAULTS: readonly FaultRule[] = [
  { endpoint: '*', chance: 0.02, do: { kind: 'drop', how: 'rst', at: 'before-handling' } },
  { endpoint: '*', chance: 0.02, seed: 2, do: { kind: 'status', status: 503 } },
  {
    endpoint: 'uploadPrivateFile',
    chance: 0.05,
    seed: 3,
    do: { kind: 'drop-in-body', afterBytes: 90_000, how: 'rst' },
  },
  {
    endpoint: 'uploadPrivateFile',
    chance: 0.01,
    seed: 4,
    do: { kind: 'drop', how: 'rst', at: 'after-commit' },
  },
];

export const soak: Workload = {
  name: 'soak',
  says: (size) =>
    `labseal serve for ${size} minutes: every ${FILE_EVERY_MS / 1_000} s a file of ${FILE_BYTES / 1_000} kB is written in pieces, some are renamed, old ones removed; a session lasts ${SESSION_MS / 1_000} s, the service is away for ${OUTAGE_MS / 1_000} s in every ${OUTAGE_EVERY_MS / 1_000}, and one request in twenty goes wrong. The first fifth is left out; of the rest the last quarter is held against the first.`,
  unit: 'minutes',
  sizes: [60],
  sizesInAll: [5],
  rounds: 1,
  warmUp: false,
  isRated: false,
  plotted: 'memory, last quarter to first',
  async prepare(minutes, { after }) {
    const { lab, close } = await openLab();
    after.defer(close);
    const budgets: readonly Budget[] = [
      ...Object.keys(COMPARED).map((figure) => ({ ours: NAME, figure, atMost: MOST_GROWTH })),
      { ours: NAME, figure: LARGEST_LOG, atMost: MOST_LOG_BYTES },
    ];
    return {
      contestants: [{ name: NAME, part: 'labseal', run: () => run(lab, minutes) }],
      budgets,
    };
  },
};

async function run(lab: Lab, minutes: number): Promise<Figures> {
  const tree = lab.at('instrument');
  fs.mkdirSync(tree);
  const served = await startServed(lab, { isProbed: true });
  const stop = new AbortController();
  try {
    await signInPatiently(served, stop.signal);
    await watchFolder(lab, served, tree);
    await trouble(lab);
    const working = [
      instrument(tree, stop.signal),
      person(lab, served, stop.signal),
      network(lab, stop.signal),
    ];
    const failed = Promise.all(working).then(() => undefined);
    const samples = takeSamples(served, lab.at('labseal'), minutes * MINUTE_MS);
    await Promise.race([samples, failed]);
    const others = othersOf(await samples);
    return { ...served.figures(null), others };
  } finally {
    stop.abort();
    await served.end();
  }
}

/** Waits for its turn; false once it is over. */
async function turn(ms: number, signal: AbortSignal): Promise<boolean> {
  await sleep(ms, null, { signal }).catch(() => null); // its end ends the wait
  return !signal.aborted;
}

async function watchFolder(lab: Lab, served: Served, tree: string): Promise<void> {
  const sample = sampleRules(await lab.projectId());
  const assignment = { ...sample.assignment, checkPolicy: 'approved' } as const;
  const rules = { ...sample, assignment, settleSeconds: 1, budgetCredits: 1_000_000 };
  await served.call('folders.add', { path: tree, rules });
}

async function instrument(tree: string, signal: AbortSignal): Promise<void> {
  const kept: string[] = [];
  for (let made = 0; await turn(FILE_EVERY_MS, signal); made += 1) {
    const file = path.join(tree, `run-${made}.raw`);
    const bytes = Buffer.alloc(FILE_BYTES / 2, `run ${made} `);
    fs.writeFileSync(file, bytes);
    if (!(await turn(FILE_EVERY_MS / 10, signal))) return;
    fs.appendFileSync(file, bytes);
    kept.push(file);
    if (made % 7 === 3) {
      const older = kept.shift() ?? file;
      kept.push(`${older}.renamed`);
      fs.renameSync(older, `${older}.renamed`);
    }
    if (kept.length > MOST_FILES) fs.rmSync(kept.shift() ?? '');
  }
}

/** Signs in whenever the session is over, buys credits, and looks at the lists as the page does. */
async function person(lab: Lab, served: Served, signal: AbortSignal): Promise<void> {
  for (let looks = 0; await turn(2_000, signal); looks += 1) {
    const { session } = await served.call('status.read', {});
    if (session.state !== 'signed-in') await signInPatiently(served, signal);
    await served.call('transfers.view', { first: 0, count: 100 });
    await served.call('files.range', {
      filter: {},
      sort: { by: 'when', isDescending: true },
      first: 0,
      count: 100,
    });
    await served.call('files.offer', { which: null });
    if (looks % 60 === 0) await buyCredits(lab);
  }
}

async function signInPatiently(served: Served, signal: AbortSignal): Promise<void> {
  const { email, password } = researcher;
  while (!signal.aborted) {
    const { ok } = await served.tryCall('session.signIn', { server: null, email, password });
    if (ok) return;
    await turn(1_000, signal);
  }
}

/** In an outage nobody can. */
async function buyCredits({ mock }: Lab): Promise<void> {
  try {
    await mock.adjustCredits('add', CREDITS);
  } catch (error) {
    if (!(error instanceof Error)) throw error; // the next time will do
  }
}

/** A service that was started again has forgotten it. */
async function trouble({ mock }: Lab): Promise<void> {
  for (const rule of FAULTS) await mock.fault(rule);
  await mock.read({ tokenLifetimeMs: SESSION_MS });
}

async function network(lab: Lab, signal: AbortSignal): Promise<void> {
  while (await turn(OUTAGE_EVERY_MS - OUTAGE_MS, signal)) {
    await lab.stopMock();
    await turn(OUTAGE_MS, signal);
    await lab.startMock();
    await trouble(lab);
  }
}
