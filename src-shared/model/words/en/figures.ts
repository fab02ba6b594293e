/** How English writes moments, durations, counts, sizes and prices: in one place, so that they look the same everywhere. */
import type { KnownBalance } from '../../money/credit-views.ts';
import { DAY_MS, HOUR_MS, isoFromMs, MINUTE_MS, utcDay } from '../../text/time.ts';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

/** "20 Nov 2026, 09:44 UTC". */
export function momentText(ms: number): string {
  return `${dayText(ms)}, ${isoFromMs(ms).slice(11, 16)} UTC`;
}

/** "40 minutes", "3 hours", "9 days": rounded up, because a promise is better kept early. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  if (minutes < 120) return counted(minutes, 'minute', 'minutes');
  const hours = Math.ceil(ms / HOUR_MS);
  if (hours < 72) return counted(hours, 'hour', 'hours');
  return counted(Math.ceil(ms / DAY_MS), 'day', 'days');
}

/** As CLDR has it for English, like all here: what `Intl` loads at its first use would take a command a quarter of its start. */
export function integer(value: number): string {
  return grouped(String(Math.round(value)));
}

export function pluralForm(count: number, one: string, other: string): string {
  return Math.abs(count) === 1 ? one : other;
}

function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** "1 file", "1,204 files". */
export function counted(count: number, one: string, other: string): string {
  return `${integer(count)} ${pluralForm(count, one, other)}`;
}

export const fileText = (count: number): string => counted(count, 'file', 'files');
export const creditText = (count: number): string => counted(count, 'credit', 'credits');

/** Of a service that does not tell the balance now. */
export function keptBalanceText({ credits, atMs }: KnownBalance): string {
  return `${creditText(credits)} on ${momentText(atMs)}, when they were last read.`;
}

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
  const [whole = '', tenths] = String(Math.round(value * 10) / 10).split('.');
  return `${grouped(whole)}${tenths === undefined ? '' : `.${tenths}`} ${BYTE_UNITS[unit]}`;
}

/** The price of an upload: "at most 413 credits". */
export function atMostText(credits: number): string {
  return `at most ${creditText(credits)}`;
}

/** A sentence of somebody else's, so that ours can follow it. */
export function ended(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** "20 Nov 2026". */
export function dayText(ms: number): string {
  const [year, month, day] = utcDay(ms).split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** When a proof is from, as far as it is known, in a sentence. */
export function proofMoment(moment: string, isDateRecorded: true | undefined): string {
  return isDateRecorded === true ? `on ${moment}` : `no later than ${moment}`;
}

/** The same behind a label. */
export function proofMomentAlone(moment: string, isDateRecorded: true | undefined): string {
  return isDateRecorded === true ? moment : `no later than ${moment}`;
}
