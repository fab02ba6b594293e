/** Invariant 14 at a crash: what anybody was told before it is there after it, whole, and starting again changes nothing. */
import type { FileState } from '../../src-shared/model/files/file-state.ts';
import type { InvariantNumber } from '../violation.ts';
import type { Books } from './books.ts';

type Broken = (invariant: InvariantNumber, what: string) => void;

/** States in which the service has something of the file, or may have it: such a row is never forgotten. */
const NEVER_FORGOTTEN = new Set<FileState>(['uploading', 'confirming']);

/**
 * `told`: the last state that was announced of each file. `isAhead`: the program died after a commit and before it could
 * tell of it, so rows may be further than what was told.
 */
export function checkDurable(
  image: Books,
  reported: ReadonlyMap<number, FileState>,
  isAhead: boolean,
  broken: Broken,
): void {
  for (const damage of image.damage()) broken(14, `the crash left a damaged database: ${damage}`);
  if (isAhead) return;
  const rows = new Map(image.files().map((row) => [row.id, row]));
  for (const [id, state] of reported) {
    const row = rows.get(id);
    const isLost = row === undefined ? NEVER_FORGOTTEN.has(state) : row.state !== state;
    if (isLost) broken(14, `file ${id} was told to be ${state}, and is ${row?.state ?? 'gone'}`);
  }
}

/** Everything that matters of a database, as one text. `isRestless`: whether the file at a path is another at each look. */
export function contentsOf(books: Books, isRestless = (_path: string) => false): string {
  const files = books.files();
  for (const file of files) if (isRestless(file.path)) Object.assign(file, { identity: '' });
  return JSON.stringify([files, books.jobs(), books.records()]);
}
