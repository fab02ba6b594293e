/** The runs that the document is made from: a file for each workload, with one run for each size. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchRun } from '../report.ts';

export const DOCUMENT = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../docs/benchmarks/', import.meta.url));

export function storeRuns(workload: string, runs: readonly BenchRun[]): void {
  fs.mkdirSync(FOLDER, { recursive: true });
  fs.writeFileSync(path.join(FOLDER, `${workload}.json`), `${JSON.stringify(runs, null, 1)}\n`);
}

/** Those of workloads that were never stored are missing. */
export function storedRuns(workloads: readonly string[]): readonly (readonly BenchRun[])[] {
  return workloads.flatMap((workload) => {
    const file = path.join(FOLDER, `${workload}.json`);
    if (!fs.existsSync(file)) return [];
    return [JSON.parse(fs.readFileSync(file, 'utf8')) as readonly BenchRun[]];
  });
}

/** Takes away what an earlier measurement left, so that no figure outlives what it was measured with. */
export function forgetRuns(workloads: readonly string[]): void {
  for (const workload of workloads) {
    fs.rmSync(path.join(FOLDER, `${workload}.json`), { force: true });
  }
}

/** By the name of its file. */
type Drawings = ReadonlyMap<string, string>;

/** Others that were there are gone afterwards. */
export function storeDrawings(drawings: Drawings): void {
  for (const name of storedDrawings().keys()) fs.rmSync(path.join(FOLDER, name));
  for (const [name, svg] of drawings) fs.writeFileSync(path.join(FOLDER, name), svg);
}

export function storedDrawings(): Drawings {
  const names = fs.globSync('*.svg', { cwd: FOLDER });
  return new Map(names.map((name) => [name, fs.readFileSync(path.join(FOLDER, name), 'utf8')]));
}
