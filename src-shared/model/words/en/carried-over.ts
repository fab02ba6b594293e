/** What became of settings of an earlier version, in English. */
import type { CarriedOver } from '../../status/carried-over.ts';
import { LARGE_BATCH_FILES } from '../../money/spend-limits.ts';
import { assertNever } from '../../result.ts';
import { counted, creditText, integer } from './figures.ts';

export const carriedOverTitle = 'Some of your settings have changed with this version.';

/** What each has become. Where it is changed is said by whoever shows it. */
export function carriedOverText(item: CarriedOver): string {
  switch (item.kind) {
    case 'limits':
      return limitsText(item);
    case 'watching':
      return 'Changes in your folders are noticed automatically, where you had chosen a way.';
    case 'queue':
      return 'Files that you had put last go in their turn.';
    case 'check':
      return checkText(item);
    default:
      return assertNever(item);
  }
}

function checkText({ first, approved }: Extract<CarriedOver, { kind: 'check' }>): string {
  const parts = [
    approved === 0
      ? ''
      : `Once you approve, the service is asked whether it has a file; what is there is free (${counted(approved, 'folder', 'folders')}).`,
    first === 0
      ? ''
      : `${counted(first, 'folder asks', 'folders ask')} before the price, as until now.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function limitsText(item: Extract<CarriedOver, { kind: 'limits' }>): string {
  const { day, month, approvesEach, hadBatchLimits } = item;
  const parts = [
    day === null || month === null
      ? ''
      : `Instead of ${creditText(day)} a day, uploads may spend ${integer(month)} a month.`,
    approvesEach
      ? 'Each new file of your folders waits for your approval, instead of dear ones or many at once.'
      : '',
    hadBatchLimits && !approvesEach
      ? `A folder that brings more than ${integer(LARGE_BATCH_FILES)} new files at once always waits for you.`
      : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
