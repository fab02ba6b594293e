/**
 * Words that somebody looks for in the names of files and of the folders they lie in. A path is kept once per directory, so
 * looking through all of them costs little beside looking through all files. It changes nothing.
 */
import type Database from 'better-sqlite3';
import { folderPathOf } from '../../../src-shared/model/files/folder-path.ts';
import { isInboxFolder } from '../../platform/data-folder.ts';

/** Patterns are those of LIKE, with a backslash before what is meant as it is written. */
export interface SoughtWord {
  readonly name: string;
  /** Directories whose subfolders have it in their names. */
  readonly directories: readonly number[];
  /** A word with a slash may end in the beginning of a name: "plate-A/sample_0". Null without a slash. */
  readonly within: { readonly directories: readonly number[]; readonly name: string } | null;
}

interface DirectoryRow extends PlacedFolder {
  readonly id: number;
  readonly directory: string;
}

/** Of a folder: whether it is watched, and its path. */
export interface PlacedFolder {
  readonly kind: 'watched' | 'picked';
  readonly path: string;
}

/** Where a file of this directory of the folder lies, for a person; empty for a copy that Labseal keeps. */
export function folderPathIn({ kind, path }: PlacedFolder, directory: string): string {
  if (kind === 'watched') return folderPathOf(path, directory);
  return isInboxFolder(directory) ? '' : folderPathOf(null, directory);
}

const listed = (name: string) => `(SELECT value FROM json_each(@${name}))`;

/**
 * All words are found in `name`, a column, or by place. `isIn`: the row's file is in a directory of this list. Begins with AND;
 * empty without a word.
 */
export function wordConditions(
  words: readonly SoughtWord[],
  name: string,
  isIn: (list: string) => string,
): string {
  const like = (parameter: string) => String.raw`${name} LIKE @${parameter} ESCAPE '\'`;
  const conditions = words.map(({ within }, at) => [
    like(`word${at}`),
    isIn(listed(`wordPlaces${at}`)),
    ...(within === null
      ? []
      : [`(${like(`wordStart${at}`)} AND ${isIn(listed(`wordWithin${at}`))})`]),
  ]);
  return conditions.map((parts) => ` AND (${parts.join(' OR ')})`).join('');
}

/** What `wordConditions` names. */
export function wordValues(words: readonly SoughtWord[]): Readonly<Record<string, string | null>> {
  const entries = words.flatMap(({ name, directories, within }, at) => [
    [`word${at}`, name],
    [`wordPlaces${at}`, JSON.stringify(directories)],
    [`wordStart${at}`, within?.name ?? null],
    [`wordWithin${at}`, JSON.stringify(within?.directories ?? [])],
  ]);
  return Object.fromEntries(entries) as Readonly<Record<string, string | null>>;
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
const containing = (text: string) => `%${escaped(text)}%`;

/** ASCII letters alone, as LIKE does it for names. */
const folded = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A slash between names, or beside one; a backslash counts as one. */
const HAS_SLASH = /[^\\/][\\/]|[\\/][^\\/]/;

export function makePlaceSearch(db: Database.Database) {
  const columns = `SELECT d.id, d.path AS directory, o.kind, o.path
    FROM directory d JOIN folder o ON o.id = d.folder_id WHERE o.removed_at_ms IS NULL`;
  const withIt = db.prepare<[pattern: string], DirectoryRow>(
    String.raw`${columns} AND d.path LIKE ? ESCAPE '\'`,
  );
  const all = db.prepare<[], DirectoryRow>(columns);
  const allBelow = makeSubfolderReader(db);

  function sought(word: string): SoughtWord {
    const name = containing(word);
    if (!HAS_SLASH.test(word)) {
      // What was added by hand lies under an absolute path, of which only the end is shown.
      const isShown = ({ directory, ...folder }: DirectoryRow) =>
        folder.kind === 'watched' || folded(folderPathIn(folder, directory)).includes(folded(word));
      const rows = withIt.all(name).filter(isShown);
      return { name, directories: rows.map(({ id }) => id), within: null };
    }
    const text = folded(word.replaceAll('\\', '/'));
    const places = all.all().map(({ id, directory, ...folder }) => ({
      id,
      place: `/${folded(folderPathIn(folder, directory))}/`,
    }));
    const idsOf = (fits: (place: string) => boolean) =>
      places.filter(({ place }) => fits(place)).map(({ id }) => id);
    const start = text.lastIndexOf('/') + 1;
    return {
      name,
      directories: idsOf((place) => place.includes(text)),
      within: {
        directories: idsOf((place) => place.endsWith(text.slice(0, start))),
        name: `${escaped(text.slice(start))}%`,
      },
    };
  }

  return {
    /** The words of a text, each of which has to be found; none for a text without one. */
    sought: (text: string): readonly SoughtWord[] =>
      text
        .split(/\s+/)
        .filter((word) => word !== '')
        .map(sought),

    /** Directories with files, from this subfolder of a folder down. */
    below: (folderId: number, path: string): readonly number[] =>
      allBelow(folderId, path).map(({ id }) => id),
  };
}

/** Directories of a folder that have files and this in their path, whatever the case of ASCII letters; up to `most`. */
export function makeSubfolderSearch(db: Database.Database) {
  const withIt = db.prepare<[folderId: number, pattern: string, most: number], { path: string }>(
    String.raw`SELECT d.path FROM directory d WHERE d.folder_id = ? AND d.path LIKE ? ESCAPE '\'
       AND EXISTS (SELECT 1 FROM file WHERE directory_id = d.id) LIMIT ?`,
  );
  return (folderId: number, text: string, most: number): readonly string[] =>
    withIt.all(folderId, containing(text), most).map(({ path }) => path);
}

/** Directories of a folder that have files, from this subfolder down; an empty path: all. */
export function makeSubfolderReader(db: Database.Database) {
  const below = db.prepare<[{ folderId: number; path: string }], { id: number; path: string }>(
    `SELECT d.id, d.path FROM directory d WHERE d.folder_id = @folderId
       AND (@path = '' OR d.path = @path OR substr(d.path, 1, length(@path) + 1) = @path || '/')
       AND EXISTS (SELECT 1 FROM file WHERE directory_id = d.id)`,
  );
  return (folderId: number, path: string) => below.all({ folderId, path });
}
