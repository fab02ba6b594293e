/** A person's agreement: to a price, without which nothing is spent, or to what is not easily undone. */
import { type FloorBreach, lackingCredits } from '../../../src-shared/model/money/spend-limits.ts';
import { belowFloorSentence } from '../../../src-shared/model/words/en/changes.ts';
import {
  byteText,
  creditText,
  fileText,
  integer,
  durationText,
  momentText,
} from '../../../src-shared/model/words/en/figures.ts';
import type { UploadOffer } from '../../../src-shared/model/money/upload-offer.ts';
import { UsageError } from './exit-code.ts';
import type { Output } from './output.ts';
import { canAsk, confirm } from './prompt.ts';
import { isClockWrong } from '../../../src-shared/model/status/wrong-clock.ts';
import { healthWords } from '../../../src-shared/model/words/en/health.ts';
import type { Application } from './application.ts';

export interface PriceOptions {
  readonly yes?: boolean;
  readonly maxCredits?: number;
  /** Agrees to going below the floor as well, which a price alone does not say. */
  readonly belowFloor?: boolean;
}

/** A price that an option agrees to is told in passing; one that is asked about is part of the question. */
export function tellPrice(
  sentence: string,
  { yes = false, maxCredits }: PriceOptions,
  output: Output,
): void {
  if (yes || maxCredits !== undefined) output.aside(sentence);
  else output.note(sentence);
}

/** What is asked about. */
export interface PriceQuestion {
  readonly credits: number;
  readonly question: string;
  /** The effect on the user's floor; null when the balance stays above it, or is not known. */
  readonly breach: FloorBreach | null;
}

/**
 * True when `credits` may be spent. Prints the reason when an option forbids it. Throws `UsageError` when no person can
 * be asked and no option answers.
 */
export async function agreeToPrice(
  { credits, question, breach }: PriceQuestion,
  { yes = false, maxCredits, belowFloor = false }: PriceOptions,
  output: Output,
): Promise<boolean> {
  const price = creditText(credits);
  if (maxCredits !== undefined && credits > maxCredits) {
    output.note(
      `It costs ${price}, more than the ${integer(maxCredits)} that --max-credits allows. Nothing was sent.`,
    );
    return false;
  }
  const below = breach === null ? '' : `${belowFloorSentence(breach)} `;
  if (maxCredits !== undefined || yes) {
    if (breach === null || belowFloor) return true;
    output.note(`${below}Nothing was sent. To send it all the same, add --below-floor.`);
    return false;
  }
  if (output.isJson || !canAsk(output.environment)) {
    throw new UsageError(
      `It costs ${price}. ${below}Nothing is spent without your agreement: add --yes, or --max-credits N.`,
    );
  }
  if (await confirm(`${below}${question}`, output.environment)) return true;
  output.note('Nothing was sent.');
  return false;
}

/** What a run would cost: "24 files, 1.2 GB, at most 9,870 credits; your balance is 1,284 credits. 3 of 24 fit now (818 credits)." */
export function offerSentence(offer: UploadOffer): string {
  const { files, bytes, credits, isExact, balance } = offer;
  const spending =
    balance === null ? 'your balance is not known' : `your balance is ${creditText(balance)}`;
  const price = `${isExact ? '' : 'at most '}${creditText(credits)}`;
  const size = byteText(bytes);
  const short = shortageText(offer);
  return `${fileText(files)}, ${size}, ${price}; ${spending}.${short === null ? '' : ` ${short}`}`;
}

/** What fits and what is missing; null when everything fits, or that is unknown. */
export function shortageText({
  payable,
  credits,
  balance,
  floor,
  fits,
}: Pick<UploadOffer, 'payable' | 'credits' | 'balance' | 'floor' | 'fits'>): string | null {
  if (balance === null || fits.files === payable) return null;
  const missing = lackingCredits({ credits: balance, floor }, credits);
  const short = missing > 0 ? ` ${creditText(missing)} short.` : '';
  const fitting =
    fits.files === 0
      ? 'None of them fits now.'
      : `${integer(fits.files)} of ${integer(payable)} fit now (${creditText(fits.credits)}).`;
  return `${fitting}${short}`;
}

export interface AgreementOptions {
  readonly yes?: boolean;
}

/**
 * To something that costs nothing and is not easily undone. True when it may be sent. Throws `UsageError` when nobody can
 * be asked and no option answers.
 */
export async function agree(
  question: string,
  { yes = false }: AgreementOptions,
  output: Output,
): Promise<boolean> {
  if (yes) return true;
  if (output.isJson || !canAsk(output.environment)) {
    throw new UsageError(`${question} Nothing is changed without your agreement: add --yes.`);
  }
  if (await confirm(question, output.environment)) return true;
  output.note('Nothing was sent.');
  return false;
}

const figures = { moment: momentText, timeUntil: durationText, duration: durationText };

/** Says before a payment that this computer's clock is wrong, by what the service's last answer said. */
export async function tellClockOf({ call }: Application, output: Output): Promise<void> {
  tellWrongClock((await call('status.read', {})).clockAheadMs, output);
}

export function tellWrongClock(aheadMs: number | null, output: Output): void {
  if (!isClockWrong(aheadMs)) return;
  const { title, text } = healthWords({ code: 'clock-wrong', aheadMs }, figures);
  output.note(`${title} ${text}`);
}
