/** A person's agreement: to a price, without which nothing is spent, or to what is not easily undone. */
import {
  type ReserveBreach,
  lackingCredits,
} from '../../../src-shared/model/money/spend-limits.ts';
import { belowReserveSentence } from '../../../src-shared/model/words/en/changes.ts';
import {
  atMostText,
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
  /** Agrees to using the reserve as well, which a price alone does not say. */
  readonly belowReserve?: boolean;
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
  /** Of uploads: it may cost less. */
  readonly isAtMost?: boolean;
  readonly question: string;
  /** The effect on the user's reserve; null when the balance stays above it, or is not known. */
  readonly breach: ReserveBreach | null;
}

/**
 * True when `credits` may be spent. Prints the reason when an option forbids it. Throws `UsageError` when no person can
 * be asked and no option answers.
 */
export async function agreeToPrice(
  { credits, isAtMost = false, question, breach }: PriceQuestion,
  { yes = false, maxCredits, belowReserve = false }: PriceOptions,
  output: Output,
): Promise<boolean> {
  const price = isAtMost ? atMostText(credits) : creditText(credits);
  if (maxCredits !== undefined && credits > maxCredits) {
    output.note(
      `It costs ${price}, more than the ${integer(maxCredits)} that --max-credits allows. Nothing was sent.`,
    );
    return false;
  }
  const below = breach === null ? '' : `${belowReserveSentence(breach)} `;
  if (maxCredits !== undefined || yes) {
    if (breach === null || belowReserve) return true;
    output.note(`${below}Nothing was sent. To send it all the same, add --below-reserve.`);
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

/** What a run costs: "24 files, 1.2 GB, at most 9,870 credits; your balance is 882 credits. Enough for 3 of 24 files; the rest wait." */
export function offerSentence(offer: UploadOffer): string {
  const { files, bytes, credits, balance } = offer;
  const spending =
    balance === null ? 'your balance is not known' : `your balance is ${creditText(balance)}`;
  const price = atMostText(credits);
  const size = byteText(bytes);
  const short = shortageText(offer);
  return `${fileText(files)}, ${size}, ${price}; ${spending}.${short === null ? '' : ` ${short}`}`;
}

/** What does not fit, by the balance or by a limit; null when everything fits, or that is unknown. */
function shortageText({
  payable,
  credits,
  balance,
  reserve,
  fits,
}: Pick<UploadOffer, 'payable' | 'credits' | 'balance' | 'reserve' | 'fits'>): string | null {
  if (balance === null || fits.files === payable) return null;
  const isShort = lackingCredits({ credits: balance, reserve }, credits) > 0;
  if (isShort) return enoughForText(fits.files, payable, credits <= balance ? reserve : null);
  return `${integer(fits.files)} of ${fileText(payable)} fit your limits; the rest wait.`;
}

/** "Enough for 440 of 3,000 files; the rest wait." `reserve`: which keeps what would be enough. */
export function enoughForText(fitting: number, files: number, reserve: number | null): string {
  const enough = `enough for ${integer(fitting)} of ${fileText(files)}; the rest wait.`;
  const some = files === 1 ? 'the file that waits' : `any of the ${fileText(files)} that wait`;
  if (reserve !== null && reserve > 0) {
    const leaves = `Your reserve of ${integer(reserve)} leaves`;
    return fitting === 0 ? `${leaves} nothing for ${some}.` : `${leaves} ${enough}`;
  }
  return fitting === 0 ? `Not enough for ${some}.` : `E${enough.slice(1)}`;
}

/** What helps where no file of an offer can be paid for, so that no agreement does; null: one can, or that is not known. */
export function nothingFitsText({
  files,
  credits,
  balance,
  reserve,
  fits,
}: UploadOffer): string | null {
  if (balance === null || fits.files > 0) return null;
  const lacking = lackingCredits({ credits: balance, reserve }, credits);
  if (lacking === 0)
    return 'A limit keeps all of them: raise it with "labseal credit budget" or "labseal folder edit", or run "labseal file approve --beyond LIMIT".';
  if (credits <= balance)
    return 'Lower the reserve with "labseal credit budget --reserve N", or run "labseal file approve --beyond reserve".';
  const missing = `${creditText(lacking)} ${lacking === 1 ? 'is' : 'are'} missing`;
  return `${missing}${files === 1 ? '' : ' for all of them'}: ask whoever gives out credits at your service. What the service has already is free: "labseal sync --yes" asks it.`;
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
