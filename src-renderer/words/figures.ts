/** Numbers, sizes, moments and plurals the way a language writes them. Moments are milliseconds since 1970. */
import { makePluralForm } from '../../src-shared/model/words/plural-form.ts';

const KILO = 1_000; // sizes count in thousands, as the service's prices do
const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const ROUNDING_SLACK = 1e-9; // 1.1 * 100 is 110.00000000000001, 0.29 * 100 is 28.999999999999996
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type Figures = ReturnType<typeof makeFigures>;

/** `timeZone`: the computer's own when left out. */
export function makeFigures(locale: string, nowWord: string, timeZone?: string) {
  const zone = timeZone === undefined ? {} : { timeZone };
  const numbers = new Intl.NumberFormat(locale);
  const shares = new Intl.NumberFormat(locale, { style: 'percent' });
  const pluralForm = makePluralForm(locale);
  const lists = new Intl.ListFormat(locale);
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'narrow' });
  const clock = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    ...zone,
  });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...zone });
  const dayAndYear = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...zone,
  });
  const dayInUtc = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const dayAndMonthInUtc = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  const clockInUtc = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone: 'UTC',
  });
  const full = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'long',
    hour12: false,
    ...zone,
  });
  const calendarDay = new Intl.DateTimeFormat('en-CA', zone);
  const calendarYear = new Intl.DateTimeFormat('en-CA', { year: 'numeric', ...zone });

  // A list writes some for every frame, and to make a format takes longer than to use it.
  const sizes = new Map<string, Intl.NumberFormat>();
  const sizeFormat = (unit: string, step: number) => {
    const known = sizes.get(unit);
    if (known !== undefined) return known;
    const made = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: step === 0 ? 'long' : 'short',
      minimumFractionDigits: step === 0 ? 0 : 1,
      maximumFractionDigits: step === 0 ? 0 : 1,
    });
    sizes.set(unit, made);
    return made;
  };

  const inUnits = (value: number, suffix: '' | '-per-second') => {
    let scaled = value;
    let step = 0;
    // Compared as it will be written, so that 999,960 bytes are not "1,000.0 kB".
    while (Math.round(scaled * 10) / 10 >= KILO && step < SIZE_UNITS.length - 1) {
      scaled /= KILO;
      step += 1;
    }
    const unit = SIZE_UNITS[step] ?? 'byte';
    return sizeFormat(`${unit}${suffix}`, step).format(scaled);
  };

  const when = (atMs: number, nowMs: number) => {
    const agoMs = nowMs - atMs;
    if (agoMs >= 0 && agoMs < MINUTE_MS) return nowWord;
    if (agoMs >= 0 && agoMs < HOUR_MS) {
      return relative.format(-Math.floor(agoMs / MINUTE_MS), 'minute');
    }
    if (calendarDay.format(atMs) === calendarDay.format(nowMs)) return clock.format(atMs);
    const isThisYear = calendarYear.format(atMs) === calendarYear.format(nowMs);
    const isNear = Math.abs(agoMs) < 300 * DAY_MS;
    return (isThisYear || isNear ? day : dayAndYear).format(atMs);
  };

  return {
    number: (value: number) => numbers.format(value),
    // Rounded down: never "100 %" before it is done.
    percent: (share: number) =>
      shares.format(Math.floor(Math.max(0, share) * 100 + ROUNDING_SLACK) / 100),
    size: (bytes: number) => inUnits(bytes, ''),
    /** Two sizes beside each other: in bytes where they differ and would read the same. */
    sizesApart: (one: number, other: number): readonly [one: string, other: string] => {
      const [first, second] = [inUnits(one, ''), inUnits(other, '')];
      if (one === other || first !== second) return [first, second];
      const inBytes = sizeFormat('byte', 0);
      return [inBytes.format(one), inBytes.format(other)];
    },
    speed: (bytesPerSecond: number) => inUnits(bytesPerSecond, '-per-second'),
    /** "in about 12 minutes" without the "in": how long something takes. */
    duration: (milliseconds: number) => {
      const [value, unit] =
        milliseconds < HOUR_MS
          ? [Math.max(1, Math.round(milliseconds / MINUTE_MS)), 'minute']
          : [Math.round(milliseconds / HOUR_MS), 'hour'];
      // In whole words: the short ones of British English are "mins" and "hrs".
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
        value,
      );
    },
    /** As a list shows it: "now", "2 min ago", "09:14", "12 Nov". */
    when,
    /** The same of what may be otherwise by now: the last minute is the time, and not "now". */
    whenKnown: (atMs: number, nowMs: number) =>
      nowMs - atMs < MINUTE_MS ? clock.format(atMs) : when(atMs, nowMs),
    /** In full, with the time zone, for what has to be exact. */
    moment: (atMs: number) => full.format(atMs),
    /** Day and minute in UTC, with "UTC": what a certificate says. */
    utcMoment: (atMs: number) => `${dayInUtc.format(atMs)}, ${clockInUtc.format(atMs)} UTC`,
    /** "20 Nov 2026" in UTC: a day that a service keeps as its first moment. */
    utcDay: (atMs: number) => dayInUtc.format(atMs),
    /** "09:44" by this computer's clock. */
    clock: (atMs: number) => clock.format(atMs),
    /** "20 Nov" by this computer's clock. */
    dayAndMonth: (atMs: number) => day.format(atMs),
    /** "20 Nov" of the same: one tick of many. */
    utcDayAndMonth: (atMs: number) => dayAndMonthInUtc.format(atMs),
    /** The minute by this computer's clock, with the day when that is another one than in UTC. */
    localTime: (atMs: number) =>
      dayAndYear.format(atMs) === dayInUtc.format(atMs)
        ? clock.format(atMs)
        : `${dayAndYear.format(atMs)}, ${clock.format(atMs)}`,
    /** "20 Nov 2026". */
    day: (atMs: number) => dayAndYear.format(atMs),
    /** "1 file", "1,204 files". */
    plural: (count: number, one: string, other: string) =>
      `${numbers.format(count)} ${pluralForm(count, one, other)}`,
    /** The same without the number. */
    pluralForm,
    list: (items: readonly string[]) => lists.format(items),
  };
}
