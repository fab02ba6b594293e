/** How a change that has not reached the service stands, in one grammar for people, projects, tags and the profile. */
import type { PendingMark } from '../../src-shared/model/changes/pending-mark.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { refusalText } from './change-outcome.ts';
import type { Words } from './en.ts';

/** `isAgreed`: it goes by itself for its price; without that a change that costs waits for a person's word. */
export function pendingText(mark: PendingMark, words: Words, isAgreed = true): string {
  const { pending } = words;
  switch (mark.stage) {
    case 'waiting':
      return waitingText(mark, words, isAgreed);
    case 'sending':
      return pending.sending;
    case 'unknown':
      return pending.unknown;
    case 'refused':
      return mark.cause === null ? pending.edited : pending.refused(refusalText(mark.cause, words));
    default:
      return assertNever(mark.stage);
  }
}

function waitingText(
  { kind, credits }: PendingMark,
  { changes, pending, ui }: Words,
  isAgreed: boolean,
) {
  const price = ui.credits(credits);
  if (credits > 0 && !isAgreed) return pending.needsWord(price);
  return changes[kind].waiting?.(price) ?? pending.edited;
}
