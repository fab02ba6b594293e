/** A thread that plays seeds one after the other. A mutant is put in before anything of the program is loaded. */
import { parentPort, workerData } from 'node:worker_threads';
import { infect } from './mutate.ts';
import type { SeedVerdict } from './run-seed.ts';

export interface SeedOrder {
  readonly from: number;
  readonly step: number;
  readonly count: number;
  readonly variant: string | null;
  readonly mutant: string | null;
  /** Ends after the first broken invariant. */
  readonly stopsAtFirst: boolean;
  /** Stories of seeds that went well are wanted too. */
  readonly wantsTrace: boolean;
  /** No further seed is begun after so many milliseconds; null: all are played. */
  readonly withinMs: number | null;
}

/** Each so-manieth seed is played twice, and has to be the same world both times. */
const TWICE_EVERY = 500;

const order = workerData as SeedOrder;
if (order.mutant !== null) infect(order.mutant);
const { openScratchFolder } = await import('./scratch-folder.ts');
const { runSeed } = await import('./run-seed.ts');

const logs: string[] = [];
for (const name of ['debug', 'info', 'log', 'warn', 'error'] as const) {
  console[name] = (...texts: unknown[]) => void logs.push(texts.map(String).join(' '));
}
let stray: unknown = null;
process.on('unhandledRejection', (reason) => {
  stray ??= reason;
});

const scratchFolder = openScratchFolder();
try {
  const fromMs = performance.now();
  for (let index = 0; index < order.count; index += 1) {
    if (order.withinMs !== null && performance.now() - fromMs > order.withinMs) break;
    const verdict = await playOne(order.from + index * order.step);
    const trace = order.wantsTrace || verdict.broken !== null ? verdict.trace : [];
    parentPort?.postMessage({ ...verdict, trace } satisfies SeedVerdict);
    if (order.stopsAtFirst && verdict.broken !== null) break;
  }
} finally {
  scratchFolder.close();
}

async function playOne(seed: number): Promise<SeedVerdict> {
  const options = { scratchFolder, variant: order.variant, logs };
  logs.length = 0;
  const verdict = await runSeed(seed, options);
  if (stray !== null)
    return { ...verdict, broken: { invariant: null, what: `unheard: ${describe(stray)}` } };
  if (seed % TWICE_EVERY !== 0 || verdict.broken !== null) return verdict;
  logs.length = 0;
  const again = await runSeed(seed, options);
  if (again.digest === verdict.digest) return verdict;
  return { ...verdict, broken: { invariant: 20, what: `a second run went another way` } };
}

function describe(reason: unknown): string {
  return reason instanceof Error ? String(reason.stack) : String(reason);
}
