/**
 * Compares what a directory shows with its rows, one directory in one transaction. What cannot be read is said, never
 * judged missing.
 */
import { assertNever } from '../../src-shared/model/result.ts';
import type { Folder } from '../state/folder-repository.ts';
import type { State } from '../state/state.ts';
import type { FileDesk } from './file-desk.ts';
import { makeEarlierCheck } from './earlier-files.ts';
import type { DirectoryEntry, Listing } from './file-tree.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { isWithin } from './known-directories.ts';
import type { DiskFact } from './plan-path.ts';
import type { WalkStep } from './walk.ts';

export interface ComparePorts {
  readonly state: State;
  readonly desk: FileDesk;
}

/** Returns how many files the directory holds. */
export function compareDirectory(
  folder: Folder,
  { relativePath, rules }: WalkStep,
  entries: Listing,
  { state, desk }: ComparePorts,
): number {
  const present = [...entries].filter((entry) => entry.kind !== 'directory');
  return state.repeatable(() => {
    const directoryId = state.files.directory(folder.id, relativePath);
    const rows = new Map(state.files.inDirectory(directoryId).map((row) => [row.name, row]));
    const at = { folder, directoryId, directoryPath: relativePath };
    const earlier = makeEarlierCheck(folder, directoryId, state);
    for (const entry of present) {
      const row = rows.get(entry.name) ?? null;
      rows.delete(entry.name);
      const path = relativePath === '' ? entry.name : `${relativePath}/${entry.name}`;
      const { rule } = rules.matches(path, false);
      const isFile = rule === null && entry.kind === 'file';
      const ignoredBy = isFile ? earlier(entry.name, entry.identity, row) : rule;
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
export function restDirectory(
  folder: Folder,
  path: string,
  errno: string,
  { state, desk }: ComparePorts,
): void {
  const within = state.files.directories(folder.id).filter((each) => isWithin(each.path, path));
  state.repeatable(() => {
    for (const row of within.flatMap(({ id }) => state.files.inDirectory(id))) {
      const { directoryId, directoryPath, name } = row;
      const disk = { kind: 'unreadable', errno } as const;
      desk.look({ folder, directoryId, directoryPath, name, disk, ignoredBy: null, row });
    }
  });
}

/** A known directory that a scan did not come to: it is gone, or a rule (of those from above) leaves it out now. */
export function leaveDirectory(
  folder: Folder,
  { id, path }: { readonly id: number; readonly path: string },
  rules: IgnoreRules,
  { state, desk }: ComparePorts,
): void {
  const { rule } = rules.matches(path, true);
  state.repeatable(() => {
    for (const row of state.files.inDirectory(id)) {
      const at = { folder, directoryId: id, directoryPath: path, name: row.name, row };
      if (rule === null) desk.look({ ...at, disk: { kind: 'absent' }, ignoredBy: null });
      else desk.setAside(row, rule);
    }
  });
}
