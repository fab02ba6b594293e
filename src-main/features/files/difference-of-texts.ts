/** Compares two versions of a file line by line. Pure. */
import { structuredPatch } from 'diff';
import type {
  DifferenceLine,
  DifferencePart,
  VersionDifference,
} from '../../../src-shared/model/files/version-difference.ts';

const LINES_AROUND = 3;
/** Beyond that, comparing one by one takes longer than a press may. */
const MOST_DIFFERENT_LINES = 1_000;
const MOST_SHOWN_LINES = 400;
const MOST_SHOWN_CHARACTERS = 400;

const CONTROL = /(?![\n\r\t\f\v])\p{Cc}/u;

/** Null for what is no text: it holds a control character, in UTF-8 or in an encoding of one byte for each letter. */
export function textOf(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  return CONTROL.test(text) ? null : text;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // older instruments write it
  }
}

type TextDifference = Extract<VersionDifference, { is: 'text' | 'other-text' | 'no-text' }>;

/** `path`: of the notarized bytes. */
export function differenceOf(path: string, before: Uint8Array, now: Uint8Array): TextDifference {
  const [old, present] = [textOf(before), textOf(now)];
  if (old === null || present === null) return { is: 'no-text', path };
  const patch = structuredPatch('', '', old, present, '', '', {
    context: LINES_AROUND,
    maxEditLength: MOST_DIFFERENT_LINES,
  });
  if (patch === undefined) {
    return { is: 'other-text', path, linesBefore: linesIn(old), linesNow: linesIn(present) };
  }
  const parts = patch.hunks.map(({ oldStart, newStart, lines }) =>
    partOf(lines, oldStart, newStart),
  );
  const all = parts.flat();
  const count = (is: DifferenceLine['is']) => all.filter((line) => line.is === is).length;
  const shown = firstOf(parts);
  const isCut = all.length > MOST_SHOWN_LINES;
  return {
    is: 'text',
    path,
    added: count('added'),
    removed: count('removed'),
    parts: shown,
    isCut,
  };
}

function linesIn(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

const KINDS: Readonly<Record<string, DifferenceLine['is']>> = {
  '+': 'added',
  '-': 'removed',
  ' ': 'same',
};

/** `lines` as a patch has them, with a sign before each. */
function partOf(lines: readonly string[], oldStart: number, newStart: number): DifferencePart {
  let [oldNumber, newNumber] = [oldStart, newStart];
  return lines.flatMap((line) => {
    const is = KINDS[line.slice(0, 1)];
    if (is === undefined) return []; // "\ No newline at end of file"
    const number = is === 'removed' ? oldNumber : newNumber;
    if (is !== 'added') oldNumber += 1;
    if (is !== 'removed') newNumber += 1;
    const text = line.slice(1);
    const isLong = text.length > MOST_SHOWN_CHARACTERS;
    return [{ is, number, text: isLong ? `${text.slice(0, MOST_SHOWN_CHARACTERS)}…` : text }];
  });
}

function firstOf(parts: readonly DifferencePart[]): readonly DifferencePart[] {
  let left = MOST_SHOWN_LINES;
  return parts
    .map((part) => {
      const shown = part.slice(0, Math.max(0, left));
      left -= part.length;
      return shown;
    })
    .filter((part) => part.length > 0);
}
