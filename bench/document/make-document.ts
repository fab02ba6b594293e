/** Writes docs/benchmarks.md and its drawings from what is stored. */
import fs from 'node:fs';
import { REASONS } from '../reasons.ts';
import { WORKLOADS } from '../workloads.ts';
import { benchPage, type BenchPage } from './page.ts';
import { DOCUMENT, storeDrawings, storedRuns } from './stored-runs.ts';

export function storedPage(): BenchPage {
  return benchPage(storedRuns(WORKLOADS.map(({ name }) => name)), REASONS);
}

/** Returns the goals that are missed and of which bench/reasons.ts does not say why. */
export function makeDocument(): readonly string[] {
  const { markdown, drawings, unexplained } = storedPage();
  storeDrawings(drawings);
  fs.writeFileSync(DOCUMENT, markdown);
  return unexplained;
}
