/** Plays many seeds of a variant in a few threads and sums up what came of them. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { VARIANTS, type Verdict } from './variants.ts';

export interface PlayOptions {
  readonly variant: string;
  readonly from: number;
  readonly count: number;
  readonly mutant?: string | null;
  /** A thread ends after the first broken invariant. */
  readonly stopsAtFirst?: boolean;
  /** Stories of seeds that went well are wanted too. */
  readonly wantsTrace?: boolean;
  /** No further seed is begun after so many milliseconds; null: all are played. */
  readonly withinMs?: number | null;
  readonly threads?: number;
  readonly onVerdict?: (verdict: SeedVerdict) => void;
}

export interface SeedVerdict extends Verdict {
  readonly seed: number;
}

/** For one thread: every `step`-th seed. */
export interface SeedOrder {
  readonly variant: string;
  readonly mutant: string | null;
  readonly from: number;
  readonly step: number;
  readonly count: number;
  readonly stopsAtFirst: boolean;
  readonly wantsTrace: boolean;
  readonly withinMs: number | null;
}

export interface Played {
  readonly seeds: number;
  /** In the order of the seeds. */
  readonly broken: readonly SeedVerdict[];
  readonly figures: Readonly<Record<string, number>>;
  readonly cells: readonly unknown[];
  readonly tookMs: number;
}

/** Resolves when all threads are done; rejects when one of them cannot go on at all. */
export async function playSeeds(options: PlayOptions): Promise<Played> {
  const { variant, from, count, onVerdict, threads = threadsOf(variant) } = options;
  const startMs = performance.now();
  const verdicts: SeedVerdict[] = [];
  const step = Math.min(threads, count);
  const orders = Array.from({ length: step }, (_none, index): SeedOrder => ({
    variant,
    from: from + index,
    step,
    count: Math.ceil((count - index) / step),
    mutant: options.mutant ?? null,
    stopsAtFirst: options.stopsAtFirst ?? false,
    wantsTrace: options.wantsTrace ?? false,
    withinMs: options.withinMs ?? null,
  }));
  const hear = (verdict: SeedVerdict): void => {
    verdicts.push(verdict);
    onVerdict?.(verdict);
  };
  await Promise.all(orders.map((order) => playInThread(order, hear)));
  const inOrder = verdicts.toSorted((one, other) => one.seed - other.seed);
  return {
    seeds: verdicts.length,
    broken: inOrder.filter(({ broken }) => broken !== null),
    figures: sumOf(verdicts),
    cells: inOrder.flatMap(({ cells }) => cells ?? []),
    tookMs: performance.now() - startMs,
  };
}

function threadsOf(variant: string): number {
  return VARIANTS[variant]?.isAlone === true ? 1 : availableParallelism();
}

function playInThread(order: SeedOrder, hear: (verdict: SeedVerdict) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), { workerData: order });
    worker.on('message', hear);
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a thread ended with ${code}`));
    });
  });
}

function sumOf(verdicts: readonly SeedVerdict[]): Played['figures'] {
  const sums: Record<string, number> = {};
  for (const { figures } of verdicts) {
    for (const [name, value] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}
