/** History as a story: what came to files in one way on one day is one line, which opens to its entries. */
import type { FileState } from '../files/file-state.ts';
import type { LogEntry } from './log-entry.ts';

/** States that a line tells as they are, with the hold of its latest entry. */
export type ToldState = Exclude<FileState, 'duplicate' | 'uploading' | 'recording' | 'deleting'>;

/** What happened to the whole, to no file of its own. */
export const WHOLE_HAPPENINGS = [
  'uploads-paused',
  'uploads-resumed',
  'went-offline',
  'went-online',
  'signed-in',
  'session-ended',
  'signed-out',
  'service-away',
] as const;
export type WholeHappening = (typeof WHOLE_HAPPENINGS)[number];

export type Happening =
  | ToldState
  /** There again, with the bytes that are notarized. */
  | 'restored'
  /** Another file here has the same bytes, and a record. */
  | 'copied'
  /** The service had it already. */
  | 'duplicate'
  /** Another name in the same folder. */
  | 'renamed'
  | 'moved'
  /** A file that is gone left its record to a copy that had been there for long. */
  | 'left-to-copy'
  | 'sent-again'
  | 'paid-twice'
  /** A watched folder was pointed to its new place. */
  | 'folder-moved'
  /** What a person decided: of files together, or of a limit, `from` what it was, `to` what it is; null: none. */
  | 'approved'
  | 'approval-withdrawn'
  | 'reserve'
  | 'month-limit'
  /** `from`: the name of the folder. */
  | 'folder-budget'
  | WholeHappening
  | 'change';

export interface HistoryLine {
  readonly id: number;
  readonly what: Happening;
  readonly beganAtMs: number;
  /** Of its latest entry. */
  readonly atMs: number;
  /** Each once; of `change`: changes; of `service-away`: outages. */
  readonly files: number;
  /** What they cost together. */
  readonly credits: number;
  /** The charge of some is not known: `credits` is the most that they cost. */
  readonly isAtMost: boolean;
  /** Of what moved: from and to which folder, for a person; of a limit, see `Happening`. */
  readonly from: string | null;
  readonly to: string | null;
  /** Null: of a folder that moved, and of what a person decided. */
  readonly latest: LogEntry | null;
  /** Of a single copy: the name that the record has; null: not known any more. */
  readonly original: string | null;
}

/** Where a file lay, for a person. */
export interface NamedPlace {
  /** As in a `FileView`. */
  readonly folderPath: string;
  readonly name: string;
}

/** "exp/subject_07/run.raw"; the name alone of a copy that Labseal keeps. */
export function placePath({ folderPath, name }: NamedPlace): string {
  return folderPath === '' ? name : `${folderPath}/${name}`;
}

export function writeMovedFrom(from: NamedPlace): string {
  return JSON.stringify({ movedFrom: from });
}

/** Null for every other note. */
export function readMovedFrom(note: string | null): NamedPlace | null {
  if (note === null || !note.startsWith('{"movedFrom":')) return null;
  return (JSON.parse(note) as { readonly movedFrom: NamedPlace }).movedFrom;
}

/**
 * What a move was: of a folder with all that is in it, both places are those of the topmost folder that moved. A new name in the
 * same folder is no move.
 */
export function moveBetween(
  from: NamedPlace,
  to: NamedPlace,
): { readonly what: 'renamed' | 'moved'; readonly from: string; readonly to: string } {
  if (from.folderPath === to.folderPath) {
    return { what: 'renamed', from: from.folderPath, to: to.folderPath };
  }
  const [left, reached] = [from.folderPath.split('/'), to.folderPath.split('/')];
  while (left.length > 1 && reached.length > 1 && left.at(-1) === reached.at(-1)) {
    left.pop();
    reached.pop();
  }
  return { what: 'moved', from: left.join('/'), to: reached.join('/') };
}
