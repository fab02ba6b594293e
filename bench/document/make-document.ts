/** Writes docs/benchmarks.md and its drawings from what is stored. */
import fs from 'node:fs';
import { REASONS } from '../reasons.ts';
import { WORKLOADS } from '../workloads.ts';
import { benchPage, type BenchPage } from './page.ts';
import { DOCUMENT, storedRuns, writeDrawing } from './stored-runs.ts';

export function storedPage(): BenchPage {
  return benchPage(storedRuns(WORKLOADS.map(({ name }) => name)), REASONS);
}

export function makeDocument(): void {
  const { markdown, drawings } = storedPage();
  for (const [name, svg] of drawings) writeDrawing(name, svg);
  fs.writeFileSync(DOCUMENT, markdown);
}
