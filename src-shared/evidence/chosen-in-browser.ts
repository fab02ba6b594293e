/** What a person dropped on a page or chose in it: files with their paths. Folders are read to their ends. */
import { type ChosenEntry, MOST_ENTRIES, UnreadablePart } from './chosen.ts';

export interface BrowserEntry extends ChosenEntry {
  readonly file: File;
}

const PIECE_BYTES = 4_194_304;

function entryOf(path: string, file: File): BrowserEntry {
  const slice = async (from: number, to: number) => {
    const bytes = await file
      .slice(from, to)
      .arrayBuffer()
      .catch(() => {
        throw new UnreadablePart(); // it was changed or removed, or the person may not read it
      });
    return new Uint8Array(bytes);
  };
  return {
    path,
    file,
    sizeBytes: file.size,
    refusal: null,
    slice,
    async *pieces() {
      let next = slice(0, Math.min(PIECE_BYTES, file.size));
      for (let at = 0; at < file.size; at += PIECE_BYTES) {
        const piece = await next;
        const from = at + PIECE_BYTES;
        if (from < file.size) next = slice(from, Math.min(from + PIECE_BYTES, file.size));
        yield piece;
      }
    },
  };
}

export function entriesOfFiles(files: Iterable<File>): readonly ChosenEntry[] {
  return Array.from(files, (file) => entryOf(file.webkitRelativePath || file.name, file));
}

/** Chromium's own way: the older one fails on a page that was opened from a disk. */
interface HandleGiver {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
}
interface FolderHandle extends FileSystemHandle {
  values(): AsyncIterable<FileSystemHandle>;
}

/** Call it while the drop is handled: afterwards the browser forgets what was dropped. */
export async function entriesOfDrop({
  items,
  files,
}: DataTransfer): Promise<readonly ChosenEntry[]> {
  const dropped = Array.from(items).filter(({ kind }) => kind === 'file');
  const loose = Array.from(files);
  const handles = dropped.map((item) => (item as HandleGiver).getAsFileSystemHandle?.() ?? null);
  const older = dropped.map((item) => item.webkitGetAsEntry());
  const found: ChosenEntry[] = [];
  for (const [at, asked] of handles.entries()) {
    const handle = asked === null ? null : await asked.catch(() => null);
    const entry = older[at] ?? null;
    if (handle !== null) await walkHandle(handle, '', found);
    else if (entry !== null) await walkEntry(entry, found);
    else if (loose[at] !== undefined) found.push(entryOf(loose[at].name, loose[at]));
  }
  // A folder that was dropped alone is what was chosen: its own name says nothing.
  return dropped.length === 1 ? withoutFolder(found) : found;
}

/** The paths as they were dropped, without the one folder that all lie in. */
export function withoutFolder(entries: readonly ChosenEntry[]): readonly ChosenEntry[] {
  const [first] = entries;
  const folder = first?.path.slice(0, first.path.indexOf('/') + 1) ?? '';
  if (folder === '' || !entries.every(({ path }) => path.startsWith(folder))) return entries;
  return entries.map((entry) => ({ ...entry, path: entry.path.slice(folder.length) }));
}

async function walkHandle(
  handle: FileSystemHandle,
  above: string,
  found: ChosenEntry[],
): Promise<void> {
  const open: { readonly handle: FileSystemHandle; readonly above: string }[] = [{ handle, above }];
  for (
    let next = open.pop();
    next !== undefined && found.length < MOST_ENTRIES;
    next = open.pop()
  ) {
    const path = next.above + next.handle.name;
    try {
      if (next.handle.kind === 'file') {
        found.push(entryOf(path, await (next.handle as FileSystemFileHandle).getFile()));
      } else {
        for await (const inner of (next.handle as FolderHandle).values()) {
          open.push({ handle: inner, above: `${path}/` });
        }
      }
    } catch {
      found.push(unreadable(path));
    }
  }
}

function unreadable(path: string): ChosenEntry {
  return {
    path,
    sizeBytes: 0,
    refusal: 'unreadable',
    // eslint-disable-next-line require-yield
    async *pieces() {
      throw new UnreadablePart();
    },
  };
}

async function walkEntry(first: FileSystemEntry, found: ChosenEntry[]): Promise<void> {
  const open = [first];
  for (
    let entry = open.pop();
    entry !== undefined && found.length < MOST_ENTRIES;
    entry = open.pop()
  ) {
    const path = entry.fullPath.replace(/^\//, '');
    try {
      if (entry.isDirectory) open.push(...(await entriesIn(entry as FileSystemDirectoryEntry)));
      else found.push(entryOf(path, await fileOf(entry as FileSystemFileEntry)));
    } catch {
      found.push(unreadable(path));
    }
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A browser gives them in parts, and an empty one at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return entries;
    entries.push(...part);
  }
}
