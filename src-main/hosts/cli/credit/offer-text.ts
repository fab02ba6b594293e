/** The offer of a run in words: what it would cost, and what of it fits when not everything does. */
import { byteText, counted } from '../../../../src-shared/model/words/en/figures.ts';
import type { Offer } from '../../../app/sync-events.ts';

/** "24 files, 1.2 GB, at most 9,870 credits; your balance is 1,284 credits. 3 of 24 fit now (818 credits)." */
export function offerSentence(offer: Offer): string {
  const { files, bytes, credits, isExact, changedFiles, balance } = offer;
  const changed =
    changedFiles === 0
      ? ''
      : ` (${counted(changedFiles, 'new version', 'new versions')} of notarized files)`;
  const purse =
    balance === null
      ? 'your balance is not known'
      : `your balance is ${counted(balance, 'credit', 'credits')}`;
  const price = `${isExact ? '' : 'at most '}${counted(credits, 'credit', 'credits')}`;
  const size = byteText(bytes);
  const short = shortageText(offer);
  return `${counted(files, 'file', 'files')}${changed}, ${size}, ${price}; ${purse}.${short === null ? '' : ` ${short}`}`;
}

/** What fits and what is missing; null when everything fits, or nobody can know. */
export function shortageText({
  payable,
  credits,
  balance,
  fits,
}: Pick<Offer, 'payable' | 'credits' | 'balance' | 'fits'>): string | null {
  if (balance === null || fits.files === payable) return null;
  const missing = credits - balance;
  const short = missing > 0 ? ` ${counted(missing, 'credit', 'credits')} short.` : '';
  const fitting =
    fits.files === 0
      ? 'None of them fits now.'
      : `${fits.files} of ${payable} fit now (${counted(fits.credits, 'credit', 'credits')}).`;
  return `${fitting}${short}`;
}
