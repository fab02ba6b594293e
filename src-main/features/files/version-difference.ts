/** What differs between a changed file and its notarized bytes, as far as a copy of those is on this computer. */
import { closeSync, constants, read as readAt } from 'node:fs';
import { promisify } from 'node:util';
import type {
  VersionDifference,
  DifferenceLine,
  DifferencePart,
} from '../../../src-shared/model/files/version-difference.ts';
import { startBlake3 } from '../../digests/blake3.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';
import { places } from '../../platform/place.ts';
import { structuredPatch } from 'diff';

const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const readSome = promisify(readAt);

/** Larger versions are not compared line by line: 1 MB. */
const MOST_COMPARED_BYTES = 1_000_000;

/**
 * Reads the file, and copies of the notarized bytes: other files with that content, and `downloaded`, the paths of what was
 * downloaded. Null when it shows no record. Changes nothing.
 */
export async function versionDifference(
  row: FileRow,
  downloaded: readonly string[],
  { state, transitions }: Pick<AccountPorts, 'state' | 'transitions'>,
): Promise<VersionDifference | null> {
  if (row.recordId === null) return null;
  const { contentId } = state.records.get(row.recordId);
  const { blake3, sizeBytes } = state.contents.get(contentId);
  if (Math.max(sizeBytes, row.sizeBytes) > MOST_COMPARED_BYTES) return { is: 'too-large' };
  const now = await readWhole(transitions.placeOf(row));
  if (now === null) return { is: 'unreadable' };
  if (now === 'too-large') return { is: 'too-large' };
  const copies = state.files.withContent(contentId).filter(({ id }) => id !== row.id);
  const known = copies.map(
    (copy) => [transitions.placeOf(copy), transitions.pathOf(copy)] as const,
  );
  for (const [place, path] of [...known, ...downloaded.map((at) => [at, at] as const)]) {
    const before = await readWhole(place);
    if (before === null || before === 'too-large' || blake3Of(before) !== blake3) continue;
    return differenceOf(path, before, now);
  }
  return { is: 'no-copy' };
}

function blake3Of(bytes: Uint8Array): string {
  const blake3 = startBlake3();
  blake3.update(bytes);
  return blake3.digest('hex');
}

/** Null when it is not there, or cannot be read. */
async function readWhole(place: string): Promise<Buffer | 'too-large' | null> {
  let handle: number;
  try {
    handle = await places.openSoon(place, READ_FLAGS);
  } catch {
    return null; // whatever stands in its way, it is no copy to compare with
  }
  try {
    const bytes = Buffer.alloc(MOST_COMPARED_BYTES + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await readSome(handle, bytes, length, bytes.length - length, length);
      if (bytesRead === 0) return bytes.subarray(0, length);
      length += bytesRead;
    }
    return 'too-large';
  } catch {
    return null; // a directory, or a drive that fails
  } finally {
    closeSync(handle);
  }
}

const LINES_AROUND = 3;
/** Beyond that, comparing one by one takes longer than a press may. */
const MOST_DIFFERENT_LINES = 1_000;
const MOST_SHOWN_LINES = 400;
const MOST_SHOWN_CHARACTERS = 400;

const CONTROL = /(?![\n\r\t\f\v])\p{Cc}/u;

/** In UTF-8, or in an encoding of one byte for each letter. Null for what is no text: it holds a control character. */
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
