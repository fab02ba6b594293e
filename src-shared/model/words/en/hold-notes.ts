/** Why money or a person's own rule holds a file, in English. The price and the way out are said by whoever shows it. */
import { assertNever } from '../../result.ts';
import type { HoldNote } from '../../money/spend-limits.ts';
import { creditText, integer, momentText } from './figures.ts';

const BUDGETS = {
  folder: { whose: "its folder's budget", until: '' },
  month: { whose: 'your monthly limit', until: ' until the end of the month (UTC)' },
} as const;

export function holdNoteText(note: HoldNote): string {
  switch (note.why) {
    case 'budget':
      return budgetText(note);
    case 'approve-each':
      return 'You asked to approve every upload of this folder.';
    case 'id-in-use':
      return `The service gave it the id ${note.fileId}, which is that of ${note.fileName ?? 'another file'}.`;
    case 'record-deleted':
      return note.atMs === null
        ? 'The record of this content is being deleted on the service.'
        : `The record of this content was deleted on the service (seen on ${momentText(note.atMs)}).`;
    default:
      return assertNever(note);
  }
}

function budgetText({ budget, limit, left }: Extract<HoldNote, { why: 'budget' }>): string {
  switch (budget) {
    case 'run':
      return `Over the ${credits(limit)} you allowed for this run; ${integer(left)} left.`;
    case 'reserve':
      return `This would use your reserve of ${integer(limit)}; ${integer(left)} above it.`;
    case 'folder':
    case 'month': {
      const { whose, until } = BUDGETS[budget];
      return `Over ${whose} of ${credits(limit)}; ${integer(left)} left${until}.`;
    }
    default:
      return assertNever(budget);
  }
}

function credits(count: number): string {
  return creditText(count);
}
