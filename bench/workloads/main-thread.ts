import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLab, type Lab } from '../../e2e/support/lab.ts';
import type { Figures } from '../contest.ts';
import { DELAYS_FILE, type Delays } from '../delay-probe.ts';
import { progressOf, untilReached, startServed, type Served } from '../soak-served.ts';
import { sampleRules, writeTree } from '../sample-tree.ts';
import type { Workload } from '../peers.ts';

const PROBE = new URL('../delay-probe.ts', import.meta.url);
const LOOK_EVERY_MS = 100; // as often as faces are told something
const SMALL_BYTES = 1_024;
const P99 = 'delay, p99';
const STAGES = ['first scan', 'fingerprints', 'scan with nothing new'] as const;
type Stage = (typeof STAGES)[number];

export const mainThread: Workload = {
  name: 'main-thread',
  says: (size) =>
    `How long \`labseal serve\` keeps a caller waiting because its main thread is busy: while it scans ${size.toLocaleString('en')} new files, while they get their fingerprints, and while it looks at them again.`,
  unit: 'files',
  sizes: [10_000, 100_000],
  sizesInAll: [100_000],
  rounds: 3,
  warmUp: false,
  isRated: false,
  plotted: P99,
  peers: [],
  async prepare(size, folder) {
    const { lab, close } = await openLab();
    const tree = path.join(folder, 'tree');
    writeTree(tree, size, SMALL_BYTES);
    let life: Life | null = null;
    return {
      contestants: STAGES.map((stage) => ({
        name: stage,
        part: 'labseal',
        async run() {
          if (stage === 'first scan') life = await beginLife(lab, tree, size, life);
          if (life === null) throw new Error('nothing runs');
          return life.run(stage);
        },
      })),
      budgets: STAGES.map((ours) => ({ ours, figure: P99, atMost: 20 })),
      async close() {
        await life?.served.end();
        await close();
      },
    };
  },
};

interface Life {
  readonly served: Served;
  readonly round: number;
  run(stage: Stage): Promise<Figures>;
}

/** A new data folder each round: a first scan happens once. */
async function beginLife(lab: Lab, tree: string, size: number, before: Life | null): Promise<Life> {
  await before?.served.end();
  const round = (before?.round ?? 0) + 1;
  const home = lab.at(`home-${round}`);
  const delaysFile = lab.at(`delays-${round}.json`);
  await lab.signIn(undefined, { env: { LABSEAL_HOME: home } });
  const served = await startServed(home, lab.mock.url, {
    NODE_OPTIONS: `--import=${PROBE.href}`,
    [DELAYS_FILE]: delaysFile,
  });
  const work: Readonly<Record<Stage, () => Promise<void>>> = {
    async 'first scan'() {
      await served.call('folders.add', { path: tree, rules: sampleRules(await lab.projectId()) });
      await untilReached(
        served,
        LOOK_EVERY_MS,
        ({ files, scannedAtMs }) => files >= size && scannedAtMs !== null,
      );
    },
    fingerprints: () => untilReached(served, LOOK_EVERY_MS, ({ waiting }) => waiting === 0),
    async 'scan with nothing new'() {
      const { scannedAtMs: lastMs } = await progressOf(served);
      await served.call('folders.look', {});
      await untilReached(served, LOOK_EVERY_MS, ({ scannedAtMs }) => scannedAtMs !== lastMs);
    },
  };
  return {
    served,
    round,
    async run(stage) {
      await delaysOf(served, delaysFile);
      const startedMs = performance.now();
      await work[stage]();
      const wallMs = performance.now() - startedMs;
      const { p99Ms, longestMs } = await delaysOf(served, delaysFile);
      const others = {
        [P99]: { value: p99Ms, unit: 'ms' },
        'longest delay': { value: longestMs, unit: 'ms' },
      } as const;
      return { wallMs, cpuMs: null, peakBytes: null, others };
    },
  };
}

/** Since it was last asked. */
async function delaysOf({ pid }: Served, file: string): Promise<Delays> {
  fs.rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!fs.existsSync(file)) await sleep(1);
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Delays;
}
