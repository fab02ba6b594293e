/** What a person dropped or chose: files with their paths. Folders are read to their ends. */

export interface ChosenFile {
  /** With `/`, from what was dropped on. */
  readonly path: string;
  readonly file: File;
}

export function filesOfInput(files: FileList | null): readonly ChosenFile[] {
  return Array.from(files ?? [], (file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Call it while the drop is handled: afterwards the browser forgets what was dropped. */
export async function filesOfDrop({ items }: DataTransfer): Promise<readonly ChosenFile[]> {
  const open = Array.from(items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  const chosen: ChosenFile[] = [];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (isFolder(entry)) open.push(...(await entriesOf(entry)));
    else if (isFile(entry))
      chosen.push({ path: entry.fullPath.slice(1), file: await fileOf(entry) });
  }
  return chosen;
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A browser gives them in parts, and an empty one at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
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
