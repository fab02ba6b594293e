/** How English writes moments, durations, counts, sizes and prices: in one place, so that they look the same everywhere. */
import { onFirstUse } from '../../on-first-use.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../text/time.ts';
import { makePluralForm } from '../plural-form.ts';

const momentFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    }),
);

/** "20 Nov 2026, 09:44 UTC". */
export function momentText(ms: number): string {
  return `${momentFormat().format(ms)} UTC`;
}

/** "40 minutes", "3 hours", "9 days": rounded up, because a promise is better kept early. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  if (minutes < 120) return counted(minutes, 'minute', 'minutes');
  const hours = Math.ceil(ms / HOUR_MS);
  if (hours < 72) return counted(hours, 'hour', 'hours');
  return counted(Math.ceil(ms / DAY_MS), 'day', 'days');
}

const integerFormat = onFirstUse(() => new Intl.NumberFormat('en-GB'));
const oneDecimalFormat = onFirstUse(
  () => new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 }),
);

export const integer = (value: number): string => integerFormat().format(value);
export const pluralForm = makePluralForm('en-GB');

/** "1 file", "1,204 files". */
export function counted(count: number, one: string, other: string): string {
  return `${integer(count)} ${pluralForm(count, one, other)}`;
}

export const fileText = (count: number): string => counted(count, 'file', 'files');
export const creditText = (count: number): string => counted(count, 'credit', 'credits');

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Decimal units, as storage and the price list count them. */
export function byteText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < BYTE_UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  if (unit === 0) return counted(value, 'byte', 'bytes');
  return `${oneDecimalFormat().format(value)} ${BYTE_UNITS[unit]}`;
}

/** The price of an upload: "at most 413 credits". */
export function atMostText(credits: number): string {
  return `at most ${creditText(credits)}`;
}

/** A sentence of somebody else's, so that ours can follow it. */
export function ended(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

const dayFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
);

export const dayText = (ms: number): string => dayFormat().format(ms);
