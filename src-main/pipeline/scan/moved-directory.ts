/**
 * A directory that lies elsewhere in its folder, as after a rename of one above it, keeps its rows: its listing names each file
 * with its inode and its times, so the same listing is the same directory. A tree of 200,000 files is moved by its
 * 20,000 directories, and none of its files is read, compared or decided anew.
 */
import type { Folder } from '../../db/files/folder-repository.ts';
import { isWithinAny, parentOf } from '../../platform/disk/relative-within.ts';
import { placeIn } from '../../platform/place.ts';
import type { AccountPorts } from '../common/account-ports.ts';
import { listingOf, type ReadStep } from './compare-directory.ts';
import type { Listing } from './file-tree.ts';

type MovePorts = Pick<AccountPorts, 'fileTree' | 'state' | 'transitions'>;

export type MovedDirectories = ReturnType<typeof makeMovedDirectories>;

/** Of one scan. */
export function makeMovedDirectories(folder: Folder, { fileTree, state, transitions }: MovePorts) {
  /** Paths at which nothing lies any more, the topmost of each tree. */
  const gone = new Set<string>();

  async function isThere(path: string, signal: AbortSignal): Promise<boolean> {
    const reading = await fileTree.identify(placeIn(folder.path, path), signal);
    return reading.kind !== 'absent';
  }

  async function isGone(path: string, signal: AbortSignal): Promise<boolean> {
    if (isWithinAny(path, gone)) return true;
    if (path === '' || (await isThere(path, signal))) return false;
    let topmost = path;
    for (let at = parentOf(path); at !== null && at !== ''; at = parentOf(at)) {
      if (await isThere(at, signal)) break;
      topmost = at;
    }
    gone.add(topmost);
    return true;
  }

  return {
    /** Whether all that is in this directory is known by now, since it had lain elsewhere. Abort rejects with `signal.reason`. */
    async take(step: ReadStep, signal: AbortSignal): Promise<boolean> {
      const { relativePath } = step;
      const { entries } = step.reading;
      // Which of the files there are new is known by their places.
      if (folder.onlyNew || entries.size === 0) return false;
      const listing = listingOf(folder, step);
      const known = () => state.settledDirectories.withListing(folder.id, listing);
      const before = known();
      if (before === null || state.files.knowsDirectory(folder.id, relativePath)) return false;
      if (!(await isGone(before.path, signal))) return false;
      return state.repeatable(() => {
        const isStillKnown = known()?.id === before.id && state.folders.get(folder.id) !== null;
        return isStillKnown && transitions.takeAlong(before, relativePath, leftOutIn(entries));
      });
    },
  };
}

/** The rule that leaves each of them out, by name: rules with a path say other things of another place. */
function leftOutIn(entries: Listing): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  for (const { name, kind, rule } of entries) {
    if (kind !== 'directory' && rule !== undefined) rules.set(name, rule);
  }
  return rules;
}
