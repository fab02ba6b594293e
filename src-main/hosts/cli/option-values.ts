/** Reads the values of options. Throws `UsageError` with a sentence that says what to write. */
import type { CheckPolicy } from '../../../src-shared/model/files/assignment.ts';
import { FILE_STATES, type FileState } from '../../../src-shared/model/files/file-state.ts';
import { isoFromMs, msFromIso } from '../../../src-shared/model/text/time.ts';
import { UsageError } from './exit-code.ts';

const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1_024,
  mib: 1_048_576,
  gib: 1_073_741_824,
};

/** "100MB", "1.5 GiB", "2500000". */
export function readSize(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const factor = SIZE_UNITS[unit.toLowerCase()];
  if (digits === undefined || factor === undefined) {
    throw new UsageError(`"${text}" is not a size. Write it like 100MB or 1.5GB.`);
  }
  return Math.floor(Number(digits) * factor);
}

export const readCheckPolicy = choosing(
  (text: string): CheckPolicy => {
    if (text === 'always' || text === 'never') return text;
    if (!/^\d/.test(text)) {
      throw new UsageError(`--check takes always, never or a size like 100MB, not "${text}".`);
    }
    return { upToBytes: readSize(text) };
  },
  ['always', 'never'],
);

/** An integer from 0 on. */
export function readCount(option: string): (text: string) => number {
  return (text) => {
    if (!/^\d{1,15}$/.test(text)) {
      throw new UsageError(`${option} takes a whole number from 0 on, not "${text}".`);
    }
    return Number(text);
  };
}

/** The same, or the word "none" (commander would make an empty text of null). */
export function readCountOrNone(option: string): (text: string) => number | 'none' {
  return (text) => {
    if (text === 'none') return text;
    if (!/^\d{1,15}$/.test(text)) {
      throw new UsageError(`${option} takes a whole number from 0 on, or none, not "${text}".`);
    }
    return Number(text);
  };
}

/** "yes" or "no". */
export function readYesNo(option: string): Chooses<(text: string) => boolean> {
  const read = readOneOf(option, ['yes', 'no']);
  return choosing((text: string) => read(text) === 'yes', read.choices);
}

export function readOneOf<Value extends string>(
  option: string,
  values: readonly Value[],
): Chooses<(text: string) => Value> {
  return choosing((text: string) => {
    const found = values.find((value) => value === text);
    if (found === undefined) {
      throw new UsageError(`${option} is one of ${values.join(', ')}, not "${text}".`);
    }
    return found;
  }, values);
}

/** A reader that also says which words it takes, for whoever completes or documents the option. */
type Chooses<Reader> = Reader & { readonly choices: readonly string[] };

function choosing<Reader extends object>(
  read: Reader,
  choices: readonly string[],
): Chooses<Reader> {
  return Object.assign(read, { choices });
}

/** The words that a reader takes; none where it takes any text, or a number. */
export function choicesOf(read: unknown): readonly string[] {
  return typeof read === 'function' && 'choices' in read && Array.isArray(read.choices)
    ? (read.choices as readonly string[])
    : [];
}

/** Midnight of a day that exists, as the service wants it. */
export function readDay(option: string, text: string): string {
  const iso = `${text}T00:00:00.000Z`;
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? msFromIso(iso) : null;
  if (ms === null || isoFromMs(ms) !== iso) {
    throw new UsageError(`${option} takes a day like 2027-12-31, not "${text}".`);
  }
  return iso;
}

export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

const readState = readOneOf('--state', FILE_STATES);

export const collectStates = choosing(
  (text: string, before: readonly FileState[] = []): readonly FileState[] => [
    ...before,
    ...text.split(',').map((state) => readState(state.trim())),
  ],
  FILE_STATES,
);
