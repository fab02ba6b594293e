/** A person's yes to one price. Without it nothing is spent. */
import type { FloorBreach } from '../../../src-shared/model/money/spend-limits.ts';
import { belowFloorSentence } from '../../../src-shared/model/words/en/changes.ts';
import { counted } from '../../../src-shared/model/words/en/figures.ts';
import { UsageError } from './exit-code.ts';
import type { Output } from './output.ts';
import { canAsk, confirm } from './prompt.ts';
import type { Surroundings } from './process-environment.ts';

export interface PriceOptions {
  readonly yes?: boolean;
  readonly maxCredits?: number;
  /** Agrees to going below the floor as well, which a price alone does not say. */
  readonly belowFloor?: boolean;
}

/** Of the option, wherever a paid change is asked for. */
export const BELOW_FLOOR_HELP = 'agree to going below the floor of your balance';

/** What is asked about. */
export interface PriceQuestion {
  readonly credits: number;
  readonly question: string;
  /** What it does to the person's floor; null when the floor stands, or the balance is not known. */
  readonly breach: FloorBreach | null;
}

/**
 * True when `credits` may be spent. Says why when an option forbids it. Throws `UsageError` when nobody can be asked
 * and no option answers.
 */
export async function agreeToPrice(
  { credits, question, breach }: PriceQuestion,
  { yes = false, maxCredits, belowFloor = false }: PriceOptions,
  output: Output,
  surroundings: Surroundings,
): Promise<boolean> {
  const price = counted(credits, 'credit', 'credits');
  if (maxCredits !== undefined && credits > maxCredits) {
    output.note(
      `It costs ${price}, more than --max-credits ${maxCredits} allows. Nothing was sent.`,
    );
    return false;
  }
  const below = breach === null ? '' : `${belowFloorSentence(breach)} `;
  if (maxCredits !== undefined || yes) {
    if (breach === null || belowFloor) return true;
    output.note(`${below}Nothing was sent. To send it all the same, add --below-floor.`);
    return false;
  }
  if (output.isJson || !canAsk(surroundings)) {
    throw new UsageError(
      `It costs ${price}. ${below}Nothing is spent without your agreement: add --yes, or --max-credits N.`,
    );
  }
  if (await confirm(`${below}${question}`, '--yes', surroundings)) return true;
  output.note('Nothing was sent.');
  return false;
}
