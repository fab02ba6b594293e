import { openLab, type Lab } from '../../e2e/support/lab.ts';
import { NO_FIGURES, type Figures } from '../contest.ts';
import type { Workload } from '../peers.ts';
import { signInAnew } from '../rest.ts';
import { sampleRules, writeTree } from '../sample-tree.ts';
import { progressOf, startServed, untilReached, type Served } from '../served.ts';

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
  async prepare(size, { after }) {
    const { lab, close } = await openLab();
    after.defer(close);
    writeTree(lab.at('tree'), size, SMALL_BYTES);
    let served: Served | null = null;
    return {
      contestants: STAGES.map((stage) => ({
        name: stage,
        part: 'labseal',
        async run() {
          // A new data folder each round: a first scan happens once.
          if (stage === 'first scan') {
            await served?.end();
            await signInAnew(lab);
            served = await startServed(lab, { isProbed: true });
          }
          if (served === null) throw new Error('nothing runs');
          return measureStage(stage, lab, served, size);
        },
      })),
      budgets: STAGES.map((ours) => ({ ours, figure: P99, atMost: 20 })),
    };
  },
};

async function measureStage(
  stage: Stage,
  lab: Lab,
  served: Served,
  size: number,
): Promise<Figures> {
  await served.probe();
  const startedMs = performance.now();
  if (stage === 'first scan') {
    const rules = sampleRules(await lab.projectId());
    await served.call('folders.add', { path: lab.at('tree'), rules });
    await untilReached(
      served,
      LOOK_EVERY_MS,
      ({ files, scannedAtMs }) => files >= size && scannedAtMs > 0,
    );
  } else if (stage === 'fingerprints') {
    await untilReached(served, LOOK_EVERY_MS, ({ waiting }) => waiting === 0);
  } else {
    const { scannedAtMs: lastMs } = await progressOf(served);
    await served.call('folders.look', {});
    await untilReached(served, LOOK_EVERY_MS, ({ scannedAtMs }) => scannedAtMs !== lastMs);
  }
  const wallMs = performance.now() - startedMs;
  const { p99Ms, longestMs } = await served.probe();
  return {
    ...NO_FIGURES,
    wallMs,
    others: {
      [P99]: { value: p99Ms, unit: 'ms' },
      'longest delay': { value: longestMs, unit: 'ms' },
    },
  };
}
