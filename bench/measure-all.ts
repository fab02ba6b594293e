/** Measures workloads at the sizes of the goals, each in a process of its own so that none leaves anything to the next. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgetRuns, storeRuns } from './document/stored-runs.ts';
import type { BenchRun } from './report.ts';
import type { Workload } from './workload.ts';

const LONGEST_MS = 15 * 60_000; // of one size of one workload: what takes longer hangs
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Stores the figures, and returns the names of those that could not be measured: nothing is stored of them. */
export function measureAll(
  workloads: readonly Workload[],
  tell: (sentence: string) => void,
): readonly string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-benches-'));
  const failed: string[] = [];
  forgetRuns(workloads.map(({ name }) => name));
  try {
    for (const { name, sizes, sizesInAll = sizes.slice(-1) } of workloads) {
      const runs = sizesInAll.flatMap((size) => {
        tell(`${new Date().toISOString()} ${name}, ${size}`);
        const file = path.join(folder, `${name}-${size}.json`);
        const args = [MAIN, name, '--size', String(size), '--json', file];
        const isMeasured = () =>
          spawnSync(process.execPath, args, { stdio: 'inherit', timeout: LONGEST_MS }).status === 0;
        // Half an hour is not thrown away because something else on this computer was in the way once.
        if (isMeasured() || isMeasured())
          return [JSON.parse(fs.readFileSync(file, 'utf8')) as BenchRun];
        failed.push(`${name} --size ${size}`);
        return [];
      });
      if (runs.length > 0) storeRuns(name, runs);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return failed;
}
