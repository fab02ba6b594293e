/** Reads times and rates as a person writes them. Throws `UsageError` with a sentence that says what to write. */
import {
  LOWEST_LIMIT_BYTES_PER_SECOND,
  MOST_PARALLEL,
} from '../../../../src-shared/model/files/transfer-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, msFromIso } from '../../../../src-shared/model/text/time.ts';
import { UsageError } from '../exit-code.ts';
import { readSize } from '../option-values.ts';

const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const TIME_HELP = 'Write it like 14:20, 90m, 2h, 1d or 2026-11-21T14:20Z.';

/** "14:20" on this computer's clock (the next time it shows that), "90m" from now, or a moment in ISO 8601 with its zone. */
export function readMoment(text: string, nowMs: number): number {
  const untilMs = readDuration(text, nowMs) ?? readClock(text, nowMs) ?? readIso(text);
  if (untilMs === null) throw new UsageError(`"${text}" is not a time. ${TIME_HELP}`);
  if (untilMs <= nowMs) throw new UsageError(`${text} is in the past. ${TIME_HELP}`);
  return untilMs;
}

function readDuration(text: string, nowMs: number): number | null {
  const [, digits, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  return digits === undefined || unitMs === undefined ? null : nowMs + Number(digits) * unitMs;
}

function readClock(text: string, nowMs: number): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const moment = new Date(nowMs);
  moment.setHours(Number(hours), Number(minutes), 0, 0);
  if (moment.getTime() <= nowMs) moment.setDate(moment.getDate() + 1);
  return moment.getTime();
}

/** Without a zone the same text would mean different moments on two computers. */
function readIso(text: string): number | null {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? msFromIso(text)
    : null;
}

/** "500kB/s", "2 MB"; null for "none". */
export function readRate(text: string): number | null {
  if (text === 'none') return null;
  const size = text.replace(/\s*\/\s*s$/i, '');
  if (!/^\d/.test(size)) {
    throw new UsageError(`"${text}" is not a rate. Write it like 500kB/s or 2MB/s, or none.`);
  }
  const bytesPerSecond = readSize(size);
  if (bytesPerSecond < LOWEST_LIMIT_BYTES_PER_SECOND) {
    throw new UsageError(`${text} is too slow to end in time. The lowest limit is 1kB/s.`);
  }
  return bytesPerSecond;
}

/** "1" to "8"; null for "auto". */
export function readParallel(text: string): number | null {
  if (text === 'auto') return null;
  const count = /^\d$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MOST_PARALLEL) {
    throw new UsageError(`"${text}": write a number from 1 to ${MOST_PARALLEL}, or auto.`);
  }
  return count;
}
