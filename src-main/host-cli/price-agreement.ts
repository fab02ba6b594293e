/** A person's yes to one price. Without it nothing is spent. */
import { counted } from '../../src-shared/model/words/en/figures.ts';
import { UsageError } from './exit-code.ts';
import type { Output } from './output.ts';
import { canAsk, confirm } from './prompt.ts';
import type { Surroundings } from './surroundings.ts';

export interface PriceOptions {
  readonly yes?: boolean;
  readonly maxCredits?: number;
}

/**
 * True when `credits` may be spent. Says why when an option forbids it. Throws `UsageError` when nobody can be asked
 * and no option answers.
 */
export async function agreeToPrice(
  credits: number,
  question: string,
  { yes = false, maxCredits }: PriceOptions,
  output: Output,
  surroundings: Surroundings,
): Promise<boolean> {
  const price = counted(credits, 'credit', 'credits');
  if (maxCredits !== undefined) {
    if (credits <= maxCredits) return true;
    output.note(
      `It costs ${price}, more than --max-credits ${maxCredits} allows. Nothing was sent.`,
    );
    return false;
  }
  if (yes) return true;
  if (output.isJson || !canAsk(surroundings)) {
    throw new UsageError(
      `It costs ${price}. Nothing is spent without your agreement: add --yes, or --max-credits N.`,
    );
  }
  if (await confirm(question, '--yes', surroundings)) return true;
  output.note('Nothing was sent.');
  return false;
}
