/**
 * Finds files, certificates, projects and people of this account by their names, and labels, from what this computer knows: no
 * request is made. The names of files and proofs are read into memory when somebody searches, and freed some time after.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  NOTHING_FOUND,
  type FoundCertificate,
  type FoundFile,
  type FoundFolder,
  type FoundKind,
  type SearchResult,
} from '../../../src-shared/bridge/search-calls.ts';
import { byPlace, folderPathOf, lastPart } from '../../../src-shared/model/files/folder-path.ts';
import { personName } from '../../../src-shared/model/people/person-view.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { State } from '../../db/state.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Files } from '../files/files.ts';

const MOST_OF_A_KIND = 8;
const MOST_READ = 40; // of what was found, to choose from
const MOST_FOLDERS_READ = 2_000;
const KEPT_FOR_MS = 10 * MINUTE_MS;

export interface SearchParts {
  readonly state: State;
  readonly files: Pick<Files, 'find' | 'labels'>;
  readonly clock: Clock;
}

export function makeSearch({ state, files, clock }: SearchParts) {
  const fileNames = makeNameIndex((afterId, count) => state.files.namesAfter(afterId, count));
  const recordNames = makeNameIndex((afterId, count) => state.records.namesAfter(afterId, count));
  let release = new AbortController();

  function releaseLater(): void {
    release.abort();
    release = new AbortController();
    clock.sleep(KEPT_FOR_MS, release.signal).then(
      () => [fileNames, recordNames].forEach((index) => index.clear()),
      () => undefined, // somebody searched again, or the account is closed
    );
  }

  function foundFile(id: number): FoundFile | null {
    const found = files.find(String(id));
    if (found === null) return null;
    const { path, folderPath, state: fileState, hold, projectId } = found;
    return { id: found.id, path, folderPath, state: fileState, hold, projectId };
  }

  function foundCertificate(id: number): FoundCertificate | null {
    const { fileId } = state.records.get(id);
    const proof = state.certificateRange.of(fileId);
    if (proof === null || !(proof.isSaved || proof.status === 'Available')) return null;
    const { projectId, name, folderPath, provenAtMs, isDateRecorded } = proof;
    return { fileId, projectId, name, folderPath, provenAtMs, isDateRecorded };
  }

  return {
    /**
     * Names, of files with their subfolders, that contain every word of the text; of each kind the first few. An empty text finds nothing, and gets
     * everything ready. Rejects with `signal.reason` on abort.
     */
    async find(text: string, signal: AbortSignal): Promise<SearchResult> {
      releaseLater();
      for (const index of [fileNames, recordNames]) await caughtUp(index, signal);
      const words = wordsIn(text);
      if (words.length === 0) return NOTHING_FOUND;
      const fits = (...names: readonly string[]) => {
        const folded = foldName(names.join(' '));
        return words.every((word) => folded.includes(word));
      };
      const projects = state.projects.all().map(({ project }) => project);
      const people = projects.flatMap((project) =>
        project.members.records
          .filter((member) => fits(personName(member), member.email))
          .map((member) => ({
            name: personName(member),
            email: member.email,
            projectId: project.id,
            projectName: project.name,
          })),
      );
      return firstFew({
        files: stillThere(
          fileNames.find(words, MOST_READ),
          foundFile,
          (file) => file.state === 'ignored',
        ),
        certificates: stillThere(recordNames.find(words, MOST_READ), foundCertificate),
        folders: foundFolders(words, state),
        labels: files.labels(null).filter((label) => fits(label)),
        projects: projects.filter(({ name }) => fits(name)).map(({ id, name }) => ({ id, name })),
        people,
      });
    },

    close(): void {
      release.abort();
    },
  };
}

/** Watched folders and subfolders that have all words in their path; not what is below one that has them. */
function foundFolders(words: readonly string[], state: State): readonly FoundFolder[] {
  return state.folders
    .watched()
    .flatMap(({ id, path }): FoundFolder[] => {
      const name = foldName(lastPart(path));
      const [sought = ''] = words
        .filter((word) => !name.includes(word))
        .toSorted((one, other) => other.length - one.length);
      // LIKE folds ASCII letters alone.
      const text = /^[ -~]*$/.test(sought) ? sought : '';
      const paths = sought === '' ? [''] : state.subfoldersWith(id, text, MOST_FOLDERS_READ);
      const found = new Set(paths.flatMap((each) => firstWithAll(words, name, each) ?? []));
      return [...found].map((subfolder) => ({
        folderId: String(id),
        subfolder,
        folderPath: folderPathOf(path, subfolder),
      }));
    })
    .toSorted((one, other) => byPlace({ ...one, name: '' }, { ...other, name: '' }));
}

/** The topmost of this directory and those around it that has all words in its path, of which `root` is the beginning. */
function firstWithAll(words: readonly string[], root: string, directory: string): string | null {
  const parts = directory === '' ? [] : directory.split('/');
  for (let length = 0; length <= parts.length; length += 1) {
    const subfolder = parts.slice(0, length).join('/');
    const text = `${root}/${foldName(subfolder)}`;
    if (words.every((word) => text.includes(word))) return subfolder;
  }
  return null;
}

async function caughtUp(index: NameIndex, signal: AbortSignal): Promise<void> {
  while (!index.catchUp()) {
    await nextTurn(); // uploads and the page go on meanwhile
    signal.throwIfAborted();
  }
}

/** Those that are still there; what nobody looks for first stands behind the others. */
function stillThere<Found>(
  ids: readonly number[],
  read: (id: number) => Found | null,
  isMinor: (found: Found) => boolean = () => false,
): readonly Found[] {
  const found = ids.flatMap((id) => read(id) ?? []);
  return found.toSorted((a, b) => Number(isMinor(a)) - Number(isMinor(b)));
}

function few<Found>(all: readonly Found[]): readonly Found[] {
  return all.slice(0, MOST_OF_A_KIND);
}

function firstFew(found: Omit<SearchResult, 'cut'>): SearchResult {
  const kinds = Object.keys(found) as FoundKind[];
  return {
    files: few(found.files),
    certificates: few(found.certificates),
    folders: few(found.folders),
    labels: few(found.labels),
    projects: few(found.projects),
    people: few(found.people),
    cut: kinds.filter((kind) => found[kind].length > MOST_OF_A_KIND),
  };
}

export interface NamedRow {
  readonly id: number;
  readonly name: string;
}

/** Rows with a number above `afterId`, by their number. */
type ReadNames = (afterId: number, count: number) => readonly NamedRow[];

type NameIndex = ReturnType<typeof makeNameIndex>;

interface Block {
  /** Names, each with a line break behind it. */
  readonly text: Buffer;
  /** Where each name begins. */
  readonly starts: Uint32Array;
  readonly ids: Float64Array;
}

const BLOCK_ROWS = 2_000; // read in about two milliseconds
const LINE_BREAK = 0x0a;
/** Of names that contain the first word and not the others: about ten milliseconds. */
const MOST_NEAR_MISSES = 15_000;

/** The same for names that differ in case, or in how an accent is written. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The words of what somebody typed; none for blanks. */
export function wordsIn(text: string): readonly string[] {
  return foldName(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * Finds parts of names among a million in milliseconds. The names are kept in memory, folded, in blocks of text: a
 * block is searched as bytes, which is far faster than asking SQLite for each name, and costs nothing when a file is
 * added. Rows are only ever added behind the last one; a row that is gone is still found, and for the caller to leave
 * out.
 */
export function makeNameIndex(readNames: ReadNames) {
  let blocks: Block[] = [];
  const lastId = (of: Block | undefined) => of?.ids.at(-1) ?? 0;

  return {
    /** Reads some milliseconds' worth of new rows; true when there are no more. */
    catchUp() {
      const newest = blocks.at(-1);
      if (readNames(lastId(newest), 1).length === 0) return true;
      // One that is not full is read again with what is new: many small ones would be slow to search.
      if (newest !== undefined && newest.ids.length < BLOCK_ROWS) blocks.pop();
      const rows = readNames(lastId(blocks.at(-1)), BLOCK_ROWS);
      blocks.push(blockOf(rows));
      return rows.length < BLOCK_ROWS;
    },

    /**
     * Up to `most` rows whose names contain every one of the words, the latest first; none for no words. It ends early
     * after many near misses.
     */
    find(words: readonly string[], most: number): readonly number[] {
      const needles = words
        .toSorted((a, b) => b.length - a.length)
        .map((word) => Buffer.from(word, 'utf8'));
      const [first, ...others] = needles;
      const ids: number[] = [];
      if (first === undefined) return ids;
      let nearMisses = 0;
      for (const block of blocks.toReversed()) {
        // A word that is nowhere in the block spares a look at each of its names.
        if (!needles.every((needle) => block.text.includes(needle))) continue;
        const found = searchBlock(block, first, others);
        ids.push(...found.ids.toReversed());
        nearMisses += found.nearMisses;
        if (ids.length >= most || nearMisses > MOST_NEAR_MISSES) break;
      }
      return ids.slice(0, most);
    },

    /** Forgets everything, and frees the memory. */
    clear() {
      blocks = [];
    },
  };
}

function blockOf(rows: readonly NamedRow[]): Block {
  const lines = rows.map(({ name }) => `${name.replaceAll('\n', ' ')}\n`).join('');
  const text = Buffer.from(foldName(lines));
  const starts = new Uint32Array(rows.length);
  for (let row = 1; row < rows.length; row += 1) {
    starts[row] = text.indexOf(LINE_BREAK, starts[row - 1]) + 1;
  }
  return { text, starts, ids: Float64Array.from(rows, ({ id }) => id) };
}

function searchBlock({ text, starts, ids }: Block, first: Buffer, others: readonly Buffer[]) {
  const found: number[] = [];
  let nearMisses = 0;
  let at = text.indexOf(first);
  while (at !== -1) {
    const row = rowAt(starts, at);
    const end = starts[row + 1] ?? text.length;
    const name = text.subarray(starts[row], end);
    if (others.every((other) => name.includes(other))) found.push(ids[row] ?? 0);
    else nearMisses += 1;
    at = text.indexOf(first, end);
  }
  return { ids: found, nearMisses };
}

/** The last row that begins at or before this place. */
function rowAt(starts: Uint32Array, at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
