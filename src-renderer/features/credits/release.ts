/** Which of the files that a limit holds back a person may let go now, and which of them fit what is left. Pure. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';

/** Those over a budget go with a person's word; those without credits go by themselves when there are some. */
export function isReleasable({ state, hold }: Pick<FileListRow, 'state' | 'hold'>): boolean {
  return state === 'held' && hold === 'budget';
}

type Priced = Pick<FileListRow, 'id' | 'credits' | 'state' | 'hold'>;

/** The cheapest first, as many as `credits` pay for. */
export function whatFits(files: readonly Priced[], credits: number): ReadonlySet<string> {
  const fits = new Set<string>();
  let sum = 0;
  const cheapestFirst = files
    .filter(isReleasable)
    .toSorted((one, other) => one.credits - other.credits || Number(one.id) - Number(other.id));
  for (const file of cheapestFirst) {
    if (sum + file.credits > credits) break;
    sum += file.credits;
    fits.add(file.id);
  }
  return fits;
}

/** What the chosen ones cost together. */
export function sumOf(files: readonly Priced[], chosen: ReadonlySet<string>): number {
  return files.reduce((sum, { id, credits }) => sum + (chosen.has(id) ? credits : 0), 0);
}
