/**
 * The files in some states, in the order of their numbers. Where the counters know of none, nothing is read: finding a
 * few among a million costs what the few cost.
 */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import { ALL_FILES, type FileFilter, type FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';

const PAGE_ROWS = 500;

/**
 * Rows in these states (undefined: in any) with a number above `fromId`, read in pages: moving them while they are read is
 * safe.
 */
export function* eachIn(
  state: State,
  states: readonly FileState[] | undefined,
  scope: Omit<FileFilter, 'states'> = ALL_FILES,
  fromId = 0,
): Generator<FileRow> {
  if (states !== undefined && scope.fileIds === undefined && scope.projectId === undefined) {
    yield* eachInStates(state, states, scope.folderId, fromId);
    return;
  }
  if (scope.fileIds !== undefined) {
    // A page of numbers at a time: each page of rows would read all of them again.
    const ids = [...new Set(scope.fileIds)].filter((id) => id > fromId).toSorted((a, b) => a - b);
    for (let first = 0; first < ids.length; first += PAGE_ROWS) {
      const fileIds = ids.slice(first, first + PAGE_ROWS);
      yield* state.files.list({ ...scope, fileIds, states }, 0, PAGE_ROWS);
    }
    return;
  }
  let afterId = fromId;
  for (;;) {
    const page = state.files.list({ ...scope, states }, afterId, PAGE_ROWS);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    afterId = last.id;
  }
}

/** The rows of one folder in one state. */
interface Stream {
  readonly folderId: number;
  readonly state: FileState;
  page: readonly FileRow[];
  next: number;
  isAtEnd: boolean;
}

/**
 * Read in pages: moving the rows while they are read is safe, and none is returned twice. `folderId`: of this folder
 * only.
 */
function* eachInStates(
  { files, folders }: State,
  states: readonly FileState[],
  folderId: number | undefined,
  fromId: number,
): Generator<FileRow> {
  const streams = new Map<string, Stream>();
  for (const count of files.counts()) {
    const isAsked = states.includes(count.state) && (folderId ?? count.folderId) === count.folderId;
    if (!isAsked || folders.get(count.folderId) === null) continue;
    const { folderId: within, state } = count;
    const begun = { folderId: within, state, page: [], next: 0, isAtEnd: false };
    streams.set(`${within} ${state}`, begun);
  }
  let afterId = fromId;

  function headOf(stream: Stream): FileRow | undefined {
    if (stream.next === stream.page.length && !stream.isAtEnd) {
      stream.page = files.inState(stream.folderId, stream.state, afterId, PAGE_ROWS);
      stream.next = 0;
      stream.isAtEnd = stream.page.length < PAGE_ROWS;
    }
    return stream.page[stream.next];
  }

  for (;;) {
    let first: Stream | null = null;
    let row: FileRow | undefined;
    for (const stream of streams.values()) {
      const head = headOf(stream);
      if (head !== undefined && (row === undefined || head.id < row.id)) {
        [first, row] = [stream, head];
      }
    }
    if (first === null || row === undefined) return;
    first.next += 1;
    afterId = row.id;
    yield row;
  }
}

/**
 * The files a run may act on. While a folder is missing or was found empty, its files are paused: they are not offered,
 * not sent, and given no other reason to wait, until the drive is back. Like `eachIn`, without the files of missing
 * folders.
 */
export function* eachInScope(
  state: State,
  states: readonly FileState[],
  scope: FileScope,
  afterId = 0,
): Generator<FileRow> {
  const away = missingFolders(state);
  for (const file of eachIn(state, states, scope, afterId)) {
    if (!away.has(file.folderId)) yield file;
  }
}

/** Numbers of the folders in which nothing can be done now. */
export function missingFolders(state: State): ReadonlySet<number> {
  const away = state.folders.watched().filter(({ trouble }) => trouble !== null);
  return new Set(away.map(({ id }) => id));
}
