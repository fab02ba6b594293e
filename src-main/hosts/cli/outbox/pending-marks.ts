/** How rows show that part of them is not on the service yet. */
import type { PendingMark } from '../../../../src-shared/model/changes/pending-view.ts';
import { commandWordsOf } from '../../../../src-shared/model/words/en/change-kinds.ts';
import { fieldLabel, fieldText } from '../../../../src-shared/model/words/en/changes.ts';
import { creditText, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import type { Output } from '../output.ts';
import { assertNever } from '../../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { coreFaultSentence } from '../fault-text.ts';

/** "Will be removed when online", in a few words. */
export function markText(mark: PendingMark): string {
  switch (mark.stage) {
    case 'waiting':
      return `${waitingText(mark)} when online${priceText(mark.credits)}`;
    case 'sending':
      return 'being sent';
    case 'unknown':
      return 'result unknown, being checked';
    case 'refused':
      return `not accepted, see change ${mark.changeId} in the outbox`;
    default:
      return assertNever(mark.stage);
  }
}

function waitingText({ kind, fields }: PendingMark): string {
  const was = fields.map((each) => `${fieldLabel(each.field)} was ${fieldText(each.was)}`);
  return commandWordsOf(kind).waiting(was.join(', '));
}

function priceText(credits: number): string {
  return credits === 0 ? '' : `, ${creditText(credits)}`;
}

/** "This is the copy of …"; null: it is current. */
export function copyNote(asOfMs: number | null): string | null {
  return asOfMs === null ? null : `This is the copy of ${momentText(asOfMs)}.`;
}

interface Shown {
  readonly asOfMs: number | null;
  readonly isComplete: boolean;
  /** Why it could not be read afresh; null or absent: it was, or nobody tried. */
  readonly fault?: CoreFault | null;
}

/** Says that a list is a copy and why, or not all there is. `more`: what it lacks then. */
export function noteCopy(
  { asOfMs, isComplete, fault = null }: Shown,
  more: string,
  output: Output,
): void {
  const note = copyNote(asOfMs);
  if (fault !== null)
    output.note(`${note ?? 'This is the last copy.'} ${coreFaultSentence(fault)}`);
  else if (note !== null) output.note(`${note} Labseal could not refresh it.`);
  else if (!isComplete) output.note(more);
}

/** One mark as `--json` shows it. */
export function markDocument({ changeId, kind, stage, credits, waitsFor, fields }: PendingMark) {
  const first = waitsFor === null ? null : String(waitsFor);
  return { change: String(changeId), kind, stage, credits, waitsFor: first, fields };
}
