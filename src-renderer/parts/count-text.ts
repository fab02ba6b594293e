/** How files stand, in one line: the same words for a project, a folder and what was added by hand. Pure. */
import type { FileSums } from '../../src-shared/model/status/account-status.ts';
import type { Words } from '../words/en.ts';

export type FileCounts = Omit<FileSums, 'bytes'>;

/** "1,204 done · 41 to go · 2 need attention". */
export function countText({ done, toGo, needYou }: FileCounts, { overview }: Words): string {
  const parts = [overview.done(done)];
  if (toGo > 0) parts.push(overview.toGo(toGo));
  if (needYou > 0) parts.push(overview.needYou(needYou));
  return parts.join(' · ');
}
