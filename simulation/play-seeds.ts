/** Plays many seeds in a few threads and sums up what came of them. */
import { playInThread } from './play-in-thread.ts';
import type { SeedFigures, SeedVerdict } from './run-seed.ts';
import type { SeedOrder } from './seed-worker.ts';

const THREAD = new URL('./seed-worker.ts', import.meta.url);

export interface PlayOptions {
  readonly from: number;
  readonly count: number;
  readonly threads: number;
  readonly variant?: string | null;
  readonly mutant?: string | null;
  readonly stopsAtFirst?: boolean;
  readonly wantsTrace?: boolean;
  readonly withinMs?: number | null;
  readonly onVerdict?: (verdict: SeedVerdict) => void;
}

export interface Fake {
  readonly seeds: number;
  readonly broken: readonly SeedVerdict[];
  readonly sums: SeedFigures;
  readonly tookMs: number;
}

/** Resolves when all threads are done; rejects when one of them cannot go on at all. */
export async function playSeeds(options: PlayOptions): Promise<Fake> {
  const startMs = performance.now();
  const verdicts: SeedVerdict[] = [];
  const onVerdict = (message: unknown): void => {
    const verdict = message as SeedVerdict;
    verdicts.push(verdict);
    options.onVerdict?.(verdict);
  };
  const threads = Math.min(options.threads, options.count);
  const orders = Array.from({ length: threads }, (_none, index): SeedOrder => ({
    from: options.from + index,
    step: threads,
    count: Math.ceil((options.count - index) / threads),
    variant: options.variant ?? null,
    mutant: options.mutant ?? null,
    stopsAtFirst: options.stopsAtFirst ?? false,
    wantsTrace: options.wantsTrace ?? false,
    withinMs: options.withinMs ?? null,
  }));
  await Promise.all(orders.map((order) => playInThread(THREAD, order, onVerdict)));
  return {
    seeds: verdicts.length,
    broken: verdicts
      .filter(({ broken }) => broken !== null)
      .toSorted((one, other) => one.seed - other.seed),
    sums: sumOf(verdicts),
    tookMs: performance.now() - startMs,
  };
}

function sumOf(verdicts: readonly SeedVerdict[]): SeedFigures {
  const sum = (name: keyof SeedFigures): number =>
    verdicts.reduce((total, { figures }) => total + figures[name], 0);
  return {
    files: sum('files'),
    events: sum('events'),
    crashes: sum('crashes'),
    charges: sum('charges'),
    parked: sum('parked'),
    sentAgain: sum('sentAgain'),
    secondCharges: sum('secondCharges'),
    fakeMs: sum('fakeMs'),
  };
}
