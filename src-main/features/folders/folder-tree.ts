/**
 * A folder browser for a face that has no system dialog for it. It lists names of folders below given roots and nothing
 * else: no files, nothing hidden, and no way out through a link.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FolderTree } from '../../../src-shared/bridge/folder-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { codeOf } from '../../platform/errno.ts';
import { realPath, relativeWithin } from '../../platform/disk/paths.ts';

const MOST_FOLDERS = 1_000;

export interface Place {
  readonly kind: 'home' | 'drive';
  /** Absolute. */
  readonly path: string;
}
/** The current roots: drives come and go. */
export type FindRoots = () => Promise<readonly Place[]>;

/** `asked` null: the roots themselves. */
export async function readFolderTree(
  asked: string | null,
  findPlaces: FindRoots,
): Promise<Result<FolderTree, CoreFault>> {
  const places = await findPlaces();
  if (asked === null) {
    const folders = places.map(({ kind, path: place }) => ({
      kind,
      path: place,
      name: path.basename(place) || place,
    }));
    return ok({ path: null, parent: null, folders, isShortened: false });
  }
  try {
    const real = await realPath(asked);
    const roots = await Promise.all(places.map((place) => realPath(place.path).catch(() => null)));
    const isIn = (folder: string) =>
      roots.some((root) => root !== null && relativeWithin(root, folder) !== null);
    if (!isIn(real)) return fail({ kind: 'no-such-folder', path: asked });
    const entries = await fs.readdir(real, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .toSorted(new Intl.Collator(undefined, { numeric: true }).compare);
    const folders = names
      .slice(0, MOST_FOLDERS)
      .map((name) => ({ kind: 'folder' as const, path: path.join(real, name), name }));
    const above = path.dirname(real);
    const parent = roots.includes(real) || !isIn(above) ? null : above;
    return ok({ path: real, parent, folders, isShortened: names.length > MOST_FOLDERS });
  } catch (error) {
    return fail(faultOf(error, asked));
  }
}

/** Of a path that cannot be shown, the nearest folder above it that can be; the roots where there is none. */
export async function readNearestTree(
  asked: string | null,
  findPlaces: FindRoots,
): Promise<Result<FolderTree, CoreFault>> {
  const tree = await readFolderTree(asked, findPlaces);
  if (tree.ok || asked === null) return tree;
  const above = path.dirname(asked);
  return readNearestTree(above === asked ? null : above, findPlaces);
}

/** Rethrows errors that are not caused by the path. */
function faultOf(error: unknown, asked: string): CoreFault {
  const errno = codeOf(error);
  if (errno === null) throw error;
  if (errno === 'ENOENT') return { kind: 'no-such-folder', path: asked };
  if (errno === 'ENOTDIR') return { kind: 'not-a-folder', path: asked };
  return { kind: 'unreadable-folder', path: asked, errno };
}
