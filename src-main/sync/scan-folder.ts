/**
 * Compares a folder with its rows. The scan is the truth and the watcher only a hint: whatever was missed is found
 * here. What cannot be read is said, never judged missing; a root that vanished puts the whole folder to rest.
 */
import { assertNever } from '../../src-shared/model/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileRow } from '../state/file-repository.ts';
import type { Folder, FolderTrouble } from '../state/folder-repository.ts';
import type { State } from '../state/state.ts';
import type { FileDesk } from './file-desk.ts';
import type { DirectoryEntry, DirectoryReading, FileTree } from './file-tree.ts';
import { makeIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import type { ReadIgnoreFile } from './ignore-file.ts';
import type { DiskFact } from './plan-path.ts';
import type { Announce } from './ports.ts';
import { walk, type WalkStep } from './walk.ts';

export interface ScanPorts {
  readonly state: State;
  readonly desk: FileDesk;
  readonly clock: Clock;
  readonly fileTree: FileTree;
  readonly readIgnoreFile: ReadIgnoreFile;
  readonly announce: Announce;
}

/** What a scan could not look into, and the system's code for it. */
export interface UnreadDirectory {
  readonly folderId: number;
  /** Relative to the folder; '' for the folder itself. */
  readonly path: string;
  readonly errno: string;
}

/**
 * Scans a watched folder to its end. Returns the directories it could not look into. Abort rejects with
 * `signal.reason`; what was seen until then is kept.
 */
export async function scanFolder(
  folder: Folder,
  ports: ScanPorts,
  signal: AbortSignal,
): Promise<readonly UnreadDirectory[]> {
  const { state, clock } = ports;
  const root = await ports.fileTree.readDirectory(folder.path, signal);
  const trouble = troubleOf(root, folder, state);
  if (trouble !== folder.trouble) state.folders.setTrouble(folder.id, trouble);
  if (trouble !== null || root.kind !== 'read') return [];
  state.folders.setRoot(folder.id, root);

  const rules = makeIgnoreRules(folder.exclude);
  if (!rules.ok) throw new Error(`folder ${folder.id} has a rule that cannot be used`);
  const visited = new Set<string>();
  const unread: UnreadDirectory[] = [];
  let files = 0;
  const options = { ...ports, tree: ports.fileTree, rules: rules.value };
  for await (const step of walk(folder.path, options, signal)) {
    if (step.reading.kind === 'read') {
      visited.add(step.relativePath);
      files += compareDirectory(folder, step, step.reading.entries, ports);
    } else if (step.reading.kind === 'unreadable') {
      const { errno } = step.reading;
      unread.push({ folderId: folder.id, path: step.relativePath, errno });
      rest(folder, step, errno, ports);
    }
    ports.announce({ kind: 'scanning', folderId: folder.id, files, directories: visited.size });
  }
  for (const { id, path } of state.files.directories(folder.id)) {
    if (visited.has(path) || unread.some((above) => isWithin(path, above.path))) continue;
    leaveDirectory(folder, { id, path }, rules.value, ports);
  }
  state.folders.scanned(folder.id, clock.nowMs());
  return unread;
}

/** Nothing is concluded about a folder whose root is away; an emptied one may be an unmounted drive. */
function troubleOf(root: DirectoryReading, folder: Folder, state: State): FolderTrouble | null {
  switch (root.kind) {
    case 'absent':
      return 'absent';
    case 'unreadable':
      return 'unreadable';
    case 'read': {
      const isEmpty = root.entries.length === 0;
      const hadFiles = state.files
        .counts()
        .some((count) => count.folderId === folder.id && count.state !== 'missing');
      return isEmpty && hadFiles ? 'emptied' : null;
    }
    default:
      return assertNever(root);
  }
}

/** One directory in one transaction. Returns how many files it holds. */
function compareDirectory(
  folder: Folder,
  { relativePath, rules }: WalkStep,
  entries: readonly DirectoryEntry[],
  { state, desk }: ScanPorts,
): number {
  const present = entries.filter((entry) => entry.kind !== 'directory');
  return state.transaction(() => {
    const directoryId = state.files.directory(folder.id, relativePath);
    const rows = new Map(state.files.inDirectory(directoryId).map((row) => [row.name, row]));
    const at = { folder, directoryId, directoryPath: relativePath };
    for (const entry of present) {
      const row = rows.get(entry.name) ?? null;
      rows.delete(entry.name);
      const path = relativePath === '' ? entry.name : `${relativePath}/${entry.name}`;
      const ignoredBy = rules.matches(path, false).rule;
      desk.look({ ...at, name: entry.name, disk: diskFactOf(entry), ignoredBy, row });
    }
    for (const row of rows.values()) {
      desk.look({ ...at, name: row.name, disk: { kind: 'absent' }, ignoredBy: null, row });
    }
    return present.length;
  });
}

function diskFactOf(entry: Exclude<DirectoryEntry, { kind: 'directory' }>): DiskFact {
  switch (entry.kind) {
    case 'file':
      return { kind: 'file', identity: entry.identity };
    case 'unreadable':
      return { kind: 'unreadable', errno: entry.errno };
    case 'symlink':
    case 'special':
    case 'unusable-name':
      return { kind: 'not-a-file', what: entry.kind };
    case 'directory':
      throw new Error('a directory is no file');
    default:
      return assertNever(entry);
  }
}

/** A directory that cannot be read: its files are not judged, but a person can see why nothing happens. */
function rest(
  folder: Folder,
  { relativePath }: WalkStep,
  errno: string,
  { state, desk }: ScanPorts,
): void {
  state.transaction(() => {
    for (const row of rowsBelow(folder, relativePath, state)) {
      const { directoryId, directoryPath, name } = row;
      const disk = { kind: 'unreadable', errno } as const;
      desk.look({ folder, directoryId, directoryPath, name, disk, ignoredBy: null, row });
    }
  });
}

function rowsBelow(folder: Folder, relativePath: string, state: State): readonly FileRow[] {
  return state.files
    .directories(folder.id)
    .filter(({ path }) => isWithin(path, relativePath))
    .flatMap(({ id }) => state.files.inDirectory(id));
}

/** A known directory the walk did not come to: it is gone, or a rule leaves it out now. */
function leaveDirectory(
  folder: Folder,
  { id, path }: { readonly id: number; readonly path: string },
  rules: IgnoreRules,
  { state, desk }: ScanPorts,
): void {
  const { rule } = rules.matches(path, true);
  state.transaction(() => {
    for (const row of state.files.inDirectory(id)) {
      const at = { folder, directoryId: id, directoryPath: path, name: row.name, row };
      if (rule === null) desk.look({ ...at, disk: { kind: 'absent' }, ignoredBy: null });
      else desk.setAside(row, rule);
    }
  });
}

function isWithin(path: string, above: string): boolean {
  return above === '' || path === above || path.startsWith(`${above}/`);
}
