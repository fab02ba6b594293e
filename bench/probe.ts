/**
 * Loaded into a program by `--import`: how long its main thread kept others waiting, and its JavaScript memory in use. Each
 * SIGUSR2 writes the figures, delays since the one before, to the file that is named in the environment.
 */
import fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export const PROBE_FILE = 'LABSEAL_BENCH_PROBE';
const NANOSECONDS = 1e6;

export interface Probed {
  readonly p99Ms: number;
  readonly longestMs: number;
  readonly heapBytes: number;
}

const file = process.env[PROBE_FILE];
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    const seen: Probed = {
      p99Ms: delay.percentile(99) / NANOSECONDS,
      longestMs: delay.max / NANOSECONDS,
      heapBytes: process.memoryUsage().heapUsed,
    };
    delay.reset();
    fs.writeFileSync(`${file}.part`, JSON.stringify(seen));
    fs.renameSync(`${file}.part`, file); // a reader that waits for it finds it whole
  });
}
