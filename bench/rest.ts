/** What a program takes while nothing happens. Known on Linux only. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures } from './contest.ts';
import { threadsMs } from './process-figures.ts';
import { holdingsOf } from './soak-figures.ts';

const UNTIL_REST_MS = 25_000; // threads at rest end after 10 s, and their memory is given back 8 s later

export const REST_MS = 30_000;
export const PROCESSOR_AT_REST = 'processor at rest';
export const MEMORY_AT_REST = 'memory at rest';

/** Waits until it has come to rest, then watches it for `REST_MS`. */
export async function rest(pid: number): Promise<Figures> {
  await sleep(UNTIL_REST_MS);
  const before = threadsMs(pid);
  const startedMs = performance.now();
  await sleep(REST_MS);
  const after = threadsMs(pid);
  const restedMs = performance.now() - startedMs;
  const residentBytes = holdingsOf(pid)?.residentBytes ?? null;
  const share = before === null || after === null ? null : ((after - before) / restedMs) * 100;
  return {
    wallMs: null,
    cpuMs: null,
    peakBytes: null,
    others: {
      ...(share === null ? {} : { [PROCESSOR_AT_REST]: { value: share, unit: '%' } }),
      ...(residentBytes === null
        ? {}
        : { [MEMORY_AT_REST]: { value: residentBytes, unit: 'bytes' } }),
    },
  };
}
