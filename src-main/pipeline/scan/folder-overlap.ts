/**
 * Whether two folders have files in common, although their paths do not show it: on a drive that ignores case, through a
 * directory that is mounted twice. What is in both would be notarized, and charged, by the rules of each.
 */
import { dirname, join, relative } from 'node:path';
import type { Folder } from '../../db/files/folder-repository.ts';
import { relativeWithin } from '../../platform/disk/relative-within.ts';
import type { MountedPart } from '../../platform/disk/mounts.ts';
import type { FileTree } from './file-tree.ts';

/** Two paths of one directory. */
export interface Overlap {
  /** In the folder, or itself. */
  readonly at: string;
  /** In the other one, or itself. */
  readonly beside: string;
}

export type OverlapPorts = Pick<FileTree, 'identify' | 'partsOf'>;

/** Both paths are real. Null: nothing is known that they share. Abort rejects with `signal.reason`. */
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
