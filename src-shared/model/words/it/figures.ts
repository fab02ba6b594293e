/** Numeri, momenti e plurali come li scrive l’italiano. */
import { onFirstUse } from '../../on-first-use.ts';
import { makePluralForm } from '../plural-form.ts';

const integerFormat = onFirstUse(() => new Intl.NumberFormat('it-IT'));
const oneDecimalFormat = onFirstUse(
  () => new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 }),
);
const momentFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat('it-IT', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    }),
);

export const integer = (value: number): string => integerFormat().format(value);
export const momentText = (ms: number): string => `${momentFormat().format(ms)} UTC`;
export const pluralForm = makePluralForm('it-IT');

const BYTE_UNITS = ['byte', 'kB', 'MB', 'GB', 'TB'] as const;

export function byteText(count: number): string {
  let [value, unit] = [count, 0];
  while (value >= 1_000 && unit < BYTE_UNITS.length - 1) [value, unit] = [value / 1_000, unit + 1];
  return `${unit === 0 ? integer(value) : oneDecimalFormat().format(value)} ${BYTE_UNITS[unit]}`;
}

const dayFormat = onFirstUse(
  () => new Intl.DateTimeFormat('it-IT', { dateStyle: 'medium', timeZone: 'UTC' }),
);

export const dayText = (ms: number): string => dayFormat().format(ms);

/** When a proof is from, as far as it is known, in a sentence. */
export function proofMoment(moment: string, isDateRecorded: true | undefined): string {
  return isDateRecorded === true ? `il ${moment}` : `non dopo il ${moment}`;
}

/** The same behind a label. */
export function proofMomentAlone(moment: string, isDateRecorded: true | undefined): string {
  return isDateRecorded === true ? moment : `non dopo il ${moment}`;
}
