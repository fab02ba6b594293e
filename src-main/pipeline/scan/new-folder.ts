/** Decides whether a folder may be watched, and gives the reason if not. Reads the disk, changes nothing. */
import fs from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type FolderRules, THERE_BEFORE } from '../../../src-shared/model/folders/folder-rules.ts';
import type { FolderFault, RulesFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { type Assignment, splitList } from '../../../src-shared/model/files/assignment.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { runSoon } from '../../platform/disk/file-steps.ts';
import { isLabsealData } from '../../platform/data-folder.ts';
import { makeIgnoreRules, NOTHING_LEFT_OUT } from './ignore-rules.ts';
import { codeOf } from '../../platform/errno.ts';
import { realPath, relativeWithin } from '../../platform/disk/paths.ts';
import type { MountedPart } from '../../platform/disk/mounts.ts';
import type { FileTree } from './file-tree.ts';
import type { FileIdentity } from '../../platform/disk/file-identity.ts';
import type { BaselineFile } from '../../db/files/baseline-file-repository.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { walk } from './walk.ts';
import type { AccountPorts } from '../common/ports.ts';

export interface NewFolderPorts {
  readonly watched: readonly Folder[];
  readonly dataFolder: string;
  readonly fileTree: OverlapPorts;
}

/** Resolves to the folder's real path: a link given by a person is followed once, here. */
export async function checkNewFolder(
  asked: string,
  { watched, dataFolder, fileTree }: NewFolderPorts,
  signal: AbortSignal,
): Promise<Result<string, FolderFault>> {
  const found = await realFolder(asked);
  if (!found.ok) return found;
  const real = found.value;
  const data = await realPath(dataFolder);
  const isOwn = isWithin(real, data) || isWithin(data, real);
  if (isOwn || (await runSoon(isLabsealData(real, await fs.stat(real, { bigint: true }))))) {
    return fail({ kind: 'holds-own-data', path: real });
  }
  for (const { id, path: other } of watched) {
    const shared = await overlapOf(real, other, fileTree, signal);
    if (shared !== null) return fail(overlapFault(shared, { real, id, other }));
  }
  return ok(real);
}

function overlapFault(
  { at, beside }: Overlap,
  { real, id, other }: { readonly real: string; readonly id: number; readonly other: string },
): FolderFault {
  if (at === real && beside === other) {
    return { kind: 'already-watched', path: real, other, folderId: id };
  }
  if (beside === other) return { kind: 'contains-watched', path: real, other };
  return { kind: 'inside-watched', path: at, other };
}

/** The real path of an existing, readable folder. */
export async function realFolder(asked: string): Promise<Result<string, FolderFault>> {
  const absolute = resolve(asked);
  try {
    const real = await realPath(absolute);
    if (!(await fs.stat(real)).isDirectory()) return fail({ kind: 'not-a-folder', path: real });
    await fs.access(real, fs.constants.R_OK | fs.constants.X_OK);
    return ok(real);
  } catch (error) {
    const errno = codeOf(error) ?? 'unknown';
    if (errno === 'ENOENT') return fail({ kind: 'no-such-folder', path: absolute });
    if (errno === 'ENOTDIR') return fail({ kind: 'not-a-folder', path: absolute });
    return fail({ kind: 'unreadable-folder', path: absolute, errno });
  }
}

const LONGEST_LABEL = 200; // a label is a word or two; a pasted page is a mistake

/** Labels must fit in a comma-separated list on one line. */
export function checkLabels(labels: string): RulesFault | null {
  const list = splitList(labels);
  if (list.length === 0) return { kind: 'no-label' };
  const bad = list.find((label) => /\p{Cc}/u.test(label) || label.length > LONGEST_LABEL);
  return bad === undefined ? null : { kind: 'bad-label', label: bad };
}

export function checkRules(rules: FolderRules): RulesFault | null {
  const compiled = makeIgnoreRules(rules.exclude);
  if (!compiled.ok) return { kind: 'bad-rule', problem: compiled.fault };
  const { labels } = rules.assignment;
  return labels === '' ? null : checkLabels(labels); // none yet: files are held until there is one
}

/** Labels in the service's format: trimmed, no empty ones, no duplicates. */
export function tidyLabels(assignment: Assignment): Assignment {
  return { ...assignment, labels: [...new Set(splitList(assignment.labels))].join(',') };
}

function isWithin(inner: string, outer: string): boolean {
  return relativeWithin(outer, inner) !== null;
}

/** Two paths of one directory. */
interface Overlap {
  /** In the folder, or itself. */
  readonly at: string;
  /** In the other one, or itself. */
  readonly beside: string;
}

type OverlapPorts = Pick<FileTree, 'identify' | 'partsOf'>;

/**
 * Whether two folders have files in common, although their paths do not show it: on a drive that ignores case, through
 * a directory that is mounted twice. What is in both would be notarized, and charged, by the rules of each. Both paths
 * are real. Null: nothing is known that they share. Abort rejects with `signal.reason`.
 */
export async function overlapOf(
  folder: string,
  other: string,
  { identify, partsOf }: OverlapPorts,
  signal: AbortSignal,
): Promise<Overlap | null> {
  if (relativeWithin(other, folder) !== null) return { at: folder, beside: folder };
  if (relativeWithin(folder, other) !== null) return { at: other, beside: other };

  /** Null of what is no directory now, and on drives that number nothing. */
  async function identityOf(path: string): Promise<string | null> {
    const reading = await identify(path, signal);
    return reading.kind === 'directory' && reading.ino !== '0' ? reading.identity : null;
  }

  /** The path of `inner` in the folder that is the same as one of the directories above it, or as itself. */
  async function respelled(inner: string, outer: string): Promise<string | null> {
    const wanted = await identityOf(outer);
    if (wanted === null) return null;
    for (let above = inner; above !== dirname(above); above = dirname(above)) {
      if ((await identityOf(above)) === wanted) return join(outer, relative(above, inner));
    }
    return null;
  }

  const beside = await respelled(folder, other);
  if (beside !== null) return { at: folder, beside };
  const at = await respelled(other, folder);
  if (at !== null) return { at, beside: other };
  for (const suspect of sharedMounts(partsOf(folder), partsOf(other))) {
    const identity = await identityOf(suspect.at);
    if (identity !== null && identity === (await identityOf(suspect.beside))) return suspect;
  }
  return null;
}

/**
 * Whether a watched folder turns out to share files with one that was watched before it. Drives are asked only where
 * something speaks for it: another folder's may be silent. Abort as above.
 */
export async function isWatchedTwice(
  folder: Folder,
  root: { readonly dev: string; readonly ino: string },
  earlier: readonly Folder[],
  ports: OverlapPorts,
  signal: AbortSignal,
): Promise<boolean> {
  const own = earlier.length === 0 ? [] : ports.partsOf(folder.path);
  for (const { path, root: its } of earlier) {
    const isSameRoot = its?.ino === root.ino && its.dev === root.dev && root.ino !== '0';
    const [shared] = isSameRoot ? [] : sharedMounts(own, ports.partsOf(path));
    if (!isSameRoot && shared === undefined) continue;
    if ((await overlapOf(folder.path, path, ports, signal)) !== null) return true;
  }
  return false;
}

/**
 * By what the system says of its mounts. Of a server's drives it may say the same of two directories, which are therefore to
 * be compared.
 */
function* sharedMounts(
  parts: readonly MountedPart[],
  others: readonly MountedPart[],
): Generator<Overlap> {
  for (const part of parts) {
    for (const other of others.filter(({ device }) => device === part.device)) {
      const inner = relativeWithin(other.inside, part.inside);
      const outer = relativeWithin(part.inside, other.inside);
      if (inner !== null) yield { at: part.at, beside: join(other.at, inner) };
      else if (outer !== null) yield { at: join(part.at, outer), beside: other.at };
    }
  }
}

// Separates new files of a folder from those that existed when it was added, where a person wants the new
// ones only. The list of existing files is taken once, before the folder is watched, and never extended.

/**
 * Lists every file below `root` as older than its folder. What cannot be read now is not listed: without knowledge
 * nothing may be left out. Aborting rejects with `signal.reason` and leaves an incomplete list.
 */
export async function noteBaselineFiles(
  { folderId, root }: { readonly folderId: number; readonly root: string },
  ports: Pick<AccountPorts, 'state' | 'fileTree' | 'clock'>,
  signal: AbortSignal,
): Promise<Result<null, FolderFault>> {
  const { state, fileTree: tree, clock } = ports;
  // Rules change later, and a file that they then let in is as old as it was: every file counts, left out or not.
  const options = { tree, clock, starts: [{ relativePath: '', rules: NOTHING_LEFT_OUT }] };
  for await (const { relativePath, reading } of walk(root, options, signal)) {
    if (reading.kind !== 'read') {
      if (relativePath === '') return fail({ kind: 'no-such-folder', path: root });
      continue;
    }
    state.transaction(() => {
      let directoryId: number | null = null;
      for (const entry of reading.entries) {
        if (entry.kind !== 'file') continue;
        directoryId ??= state.files.directory(folderId, relativePath);
        state.baselineFiles.note(folderId, { directoryId, name: entry.name }, entry.identity);
      }
    });
  }
  return ok(null);
}

/**
 * A reader for one directory: why a file is left out although no rule matches it; null when nothing excludes it. A file
 * whose bytes were ever taken is not left out any more: restoring an old copy must not hide a proof.
 */
export function makeBaselineCheck(
  folder: Pick<Folder, 'id' | 'onlyNew'>,
  directoryId: number,
  { baselineFiles }: Pick<State, 'baselineFiles'>,
): (name: string, identity: FileIdentity, row: FileRow | null) => string | null {
  if (!folder.onlyNew) return () => null;
  const here = baselineFiles.inDirectory(directoryId);
  return (name, identity, row) => {
    if (row !== null && (row.contentId !== null || row.recordId !== null)) return null;
    const known = here.get(name);
    const isOld =
      (known !== undefined && isSameWriting(known, identity)) ||
      baselineFiles.wasAnywhereIn(folder.id, identity);
    return isOld ? THERE_BEFORE : null;
  };
}

/** Inodes are ignored: some drives renumber them at every mount. */
function isSameWriting(one: BaselineFile, other: BaselineFile): boolean {
  return one.sizeBytes === other.sizeBytes && one.mtimeNs === other.mtimeNs;
}
