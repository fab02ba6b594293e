/** For what of all that waits the credits are enough, in a sentence. */
import { enoughOf, type CreditSummary } from '../../../src-shared/model/money/credit-views.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Words } from '../../words/en.ts';

/** Null when nothing waits, and while the balance is not known. */
export function enoughSentence(summary: CreditSummary, { credits, ui }: Words): string | null {
  const enough = enoughOf(summary);
  switch (enough?.for) {
    case undefined:
      return null;
    case 'all':
      return credits.enoughForAll;
    case 'files':
      return enough.fitting === 0 && reserveKeeps(summary)
        ? credits.reserveKeeps(summary.limits.reserve ?? 0, enough.files)
        : credits.enoughFor(enough.fitting, enough.files);
    case 'no-changes':
      return credits.notForChanges(ui.credits(enough.credits));
    default:
      return assertNever(enough);
  }
}

/** Without the reserve there were credits to spend. */
function reserveKeeps({ balance, limits, reserved }: CreditSummary): boolean {
  return (limits.reserve ?? 0) > 0 && (balance ?? 0) - reserved > 0;
}
