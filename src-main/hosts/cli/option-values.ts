/** Reads the values of options. Throws `UsageError` with a sentence that says what to write. */
import type { Option } from 'commander';
import { integer } from '../../../src-shared/model/words/en/figures.ts';
import { CHECK_POLICIES, type CheckPolicy } from '../../../src-shared/model/files/assignment.ts';
import { SETTLE_SECONDS } from '../../../src-shared/model/folders/folder-rules.ts';
import {
  FILE_STATES,
  HOLD_REASONS,
  type FileState,
} from '../../../src-shared/model/files/file-state.ts';
import { LONGEST_NAME } from '../../../src-shared/model/text/longest-texts.ts';
import { msFromUtcDay } from '../../../src-shared/model/text/time.ts';
import { holdLabels, stateLabel, stateLabels } from '../../../src-shared/model/words/en/states.ts';
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

/** More than any disk has. */
const LARGEST_SIZE_BYTES = 1e15;

/** Bytes of "100MB", "1.5 GiB", "2500000"; null: it is no size. */
export function sizeOf(text: string): number | null {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const factor = SIZE_UNITS[unit.toLowerCase()];
  if (digits === undefined || factor === undefined) return null;
  const bytes = Math.floor(Number(digits) * factor);
  return bytes > LARGEST_SIZE_BYTES ? null : bytes;
}

const readPolicy = readOneOf('--check', CHECK_POLICIES);

export const readCheckPolicy = choosing((text: string): CheckPolicy => {
  if (text === 'always') {
    throw new UsageError(
      '--check always is gone: write "first" to ask the service before you see the price, or "approved" to ask once you approved it.',
    );
  }
  if (sizeOf(text) !== null) {
    throw new UsageError(
      '--check takes no size any more: once approved, the service is asked for public files and for private ones up to 100 MB.',
    );
  }
  return readPolicy(text);
}, CHECK_POLICIES);

const MOST_QUOTED = 60;

/** What was written, for a sentence that refuses it. */
export function quoted(text: string): string {
  return text.length <= MOST_QUOTED ? `"${text}"` : `"${text.slice(0, MOST_QUOTED)}…"`;
}

/** An integer from 0 on. `option`: how the sentence names it. */
export function readCount(option: string): (text: string) => number {
  return (text) => {
    if (!/^\d{1,15}$/.test(text)) {
      throw new UsageError(`${option} takes a whole number from 0 on, not ${quoted(text)}.`);
    }
    return Number(text);
  };
}

/** A whole number of these. `unit`: as the sentence has it, "seconds". */
export function readSome(
  option: string,
  unit: string,
  { least, most }: { readonly least: number; readonly most: number },
): (text: string) => number {
  const read = readCount(option);
  return (text) => {
    const number = read(text);
    if (number >= least && number <= most) return number;
    throw new UsageError(
      `${option} takes ${integer(least)} to ${integer(most)} ${unit}, not ${quoted(text)}.`,
    );
  };
}

export const readSettleSeconds = readSome('--settle', 'seconds', SETTLE_SECONDS);

const LAST_PORT = 65_535;

export function readPort(text: string): number {
  const port = readCount('--port')(text);
  if (port > LAST_PORT) throw new UsageError(`--port goes up to ${LAST_PORT}.`);
  return port;
}

/** The same, or the word "none" (commander would make an empty text of null). */
export function readCountOrNone(option: string): (text: string) => number | 'none' {
  return (text) => {
    if (text === 'none') return text;
    if (!/^\d{1,15}$/.test(text)) {
      throw new UsageError(
        `${option} takes a whole number from 0 on, or none, not ${quoted(text)}.`,
      );
    }
    return Number(text);
  };
}

/** "yes" or "no". */
export function readYesNo(option: string): Chooses<(text: string) => boolean> {
  const read = readOneOf(option, ['yes', 'no']);
  return choosing((text: string) => read(text) === 'yes', read.choices);
}

/** `left`: values of earlier versions, each with what does its work now. */
export function readOneOf<Value extends string>(
  option: string,
  values: readonly Value[],
  left: Readonly<Record<string, string>> = {},
): Chooses<(text: string) => Value> {
  return choosing((text: string) => {
    const found = values.find((value) => value === text);
    const instead = Object.hasOwn(left, text) ? left[text] : undefined;
    if (instead !== undefined) throw new UsageError(`${option} ${text} is gone: ${instead}`);
    if (found === undefined) {
      throw new UsageError(`${option} is one of ${values.join(', ')}, not ${quoted(text)}.`);
    }
    return found;
  }, values);
}

/** A reader that also says which words it takes, for what completes or documents the option. */
type Chooses<Reader> = Reader & { readonly choices: readonly string[] };

export function choosing<Reader extends object>(
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

/** For an option that only some of the commands with it cannot do without. */
export const NEEDED = ' (required)';

/** What an option does, and that the command cannot do without it. */
export function descriptionOf({
  description,
  mandatory,
}: Pick<Option, 'description' | 'mandatory'>): string {
  return mandatory ? `${description}${NEEDED}` : description;
}

/** What an option does, with the words that it takes where neither that nor its placeholder names them all. */
export function withChoices(
  description: string,
  placeholder: string,
  choices: readonly string[],
): string {
  const isTold = choices.every((each) => `${placeholder} ${description}`.includes(each));
  return isTold ? description : `${description} (one of: ${choices.join(', ')})`;
}

/** A number that is shown in a list, from 1 on: of a run, a rule, a change. */
export function readNumber(option: string): (text: string) => string {
  return (text) => {
    if (!/^[1-9]\d{0,14}$/.test(text)) {
      throw new UsageError(`${option} takes a number like 12, not ${quoted(text)}.`);
    }
    return text;
  };
}

/** Whether a text can be an e-mail address. The service decides whether it is one. */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_NAME && /^[^\s@]+@[^\s@]+$/.test(text.trim());
}

export function readEmail(option: string): (text: string) => string {
  return (text) => {
    if (isEmail(text)) return text.trim();
    throw new UsageError(`${option} takes an e-mail address, not ${quoted(text)}.`);
  };
}

/** A day that exists. */
export function readDay(option: string): (text: string) => string {
  return (text) => {
    if (msFromUtcDay(text) === null) {
      throw new UsageError(`${option} takes a day like 2027-12-31, not ${quoted(text)}.`);
    }
    return text;
  };
}

/** Text that may have several lines. */
export const readLines = Object.assign((text: string) => text, { isMultiline: true });

export function isMultiline(read: unknown): boolean {
  return typeof read === 'function' && 'isMultiline' in read;
}

export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** As people write the states of files; programs may write the codes that `--json` has. */
export const STATE_WORDS: Readonly<Record<FileState, string>> = {
  discovered: 'found',
  settling: 'saving',
  hashing: 'fingerprinting',
  checking: 'checking',
  duplicate: 'duplicate',
  ready: 'waiting',
  held: 'held',
  uploading: 'sending',
  confirming: 'arrived-or-not',
  recording: 'recording',
  notarized: 'notarized',
  record_error: 'not-recorded',
  failed: 'refused',
  changed: 'changed',
  missing: 'missing',
  remote_only: 'on-service-only',
  deleting: 'deleting',
  deleted: 'deleted',
  ignored: 'left-out',
  unreadable: 'unreadable',
};

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/gu, '');

/** By the letters of a word, of a code, and of what tables call it. */
const STATES_BY_LETTERS: ReadonlyMap<string, FileState> = new Map([
  ...HOLD_REASONS.map((hold) => [letters(holdLabels[hold]), 'held'] as const),
  ...FILE_STATES.flatMap((state) =>
    [STATE_WORDS[state], state, stateLabel(state, null, undefined)].map(
      (name) => [letters(name), state] as const,
    ),
  ),
  ...(['awaiting', 'approved'] as const).map(
    (name) => [letters(stateLabels[name]), 'ready'] as const,
  ),
]);

const readWord = readOneOf('--state', Object.values(STATE_WORDS));

function readState(text: string): FileState {
  const state = STATES_BY_LETTERS.get(letters(text));
  if (state !== undefined) return state;
  readWord(text);
  throw new Error(`no state is called ${text}`);
}

export const collectStates = choosing(
  (text: string, before: readonly FileState[] = []): readonly FileState[] => [
    ...before,
    ...text.split(',').map((state) => readState(state.trim())),
  ],
  Object.values(STATE_WORDS),
);
