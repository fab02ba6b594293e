/** A thread that plays seeds one after the other. A mutant is put in before anything of the program is loaded. */
import { parentPort, workerData } from 'node:worker_threads';
import { infect } from './mutate.ts';
import type { SeedOrder, SeedVerdict } from './play-seeds.ts';

/** Each so-manieth seed is played twice, and has to be the same world both times. */
const TWICE_EVERY = 500;

const order = workerData as SeedOrder;
const { variant } = order;
if (order.mutant !== null) infect(order.mutant);
const { openScratchFolder } = await import('./scratch-folder.ts');
const { VARIANTS } = await import('./variants.ts');
const kind = await VARIANTS[variant]?.load();
if (kind === undefined) throw new Error(`no variant is called ${variant}`);

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
  const play = async (): Promise<SeedVerdict> => {
    logs.length = 0;
    return { seed, ...(await kind!.play(seed, { scratchFolder, variant, logs })) };
  };
  const verdict = await play();
  if (stray !== null)
    return { ...verdict, broken: { invariant: null, what: `unheard: ${describe(stray)}` } };
  if (seed % TWICE_EVERY !== 0 || verdict.broken !== null || verdict.digest === null)
    return verdict;
  if ((await play()).digest === verdict.digest) return verdict;
  return { ...verdict, broken: { invariant: 20, what: 'a second run went another way' } };
}

function describe(reason: unknown): string {
  return reason instanceof Error ? String(reason.stack) : String(reason);
}
