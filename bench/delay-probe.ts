/**
 * Loaded into a program by `--import`: how long its main thread kept others waiting. Each SIGUSR2 writes the figures since
 * the one before to the file that is named in the environment.
 */
import fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export const DELAYS_FILE = 'LABSEAL_BENCH_DELAYS';
const NANOSECONDS = 1e6;

export interface Delays {
  readonly p99Ms: number;
  readonly longestMs: number;
}

const file = process.env[DELAYS_FILE];
if (isMainThread && file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    const seen: Delays = {
      p99Ms: delay.percentile(99) / NANOSECONDS,
      longestMs: delay.max / NANOSECONDS,
    };
    delay.reset();
    fs.writeFileSync(`${file}.part`, JSON.stringify(seen));
    fs.renameSync(`${file}.part`, file); // a reader that waits for it finds it whole
  });
}
