/** Folders that are followed on a real disk, by real threads and real watchers. */
import { afterAll, expect, onTestFinished } from 'vitest';
import { makeFingerprinter } from '../../fingerprint/fingerprinter.ts';
import type { FolderWatcher } from '../folder-watcher.ts';
import { makeWorkerFolderWatcher } from '../worker-folder-watcher.ts';
import { makeWorkerFileTree } from '../../scan/worker-file-tree.ts';
import { followedFolder, type FollowedParts } from '../../scan/test-support/followed-folder.ts';

/** Two threads for all tests of a module: one reads directories, one reads files. Called once, at its top. */
export function followFolders() {
  const fileTree = makeWorkerFileTree({ workers: 1 });
  const fingerprinter = makeFingerprinter({ workers: 1 });
  afterAll(() => Promise.all([fileTree.close(), fingerprinter.close()]));
  return {
    fileTree,
    /** With a real watcher, unless the test brings another. */
    followed: (over: Partial<FollowedParts> = {}) => {
      const watcher = over.watcher ?? untilItsEnd(makeWorkerFolderWatcher());
      return followedFolder({ fileTree, fingerprinter, ...over, watcher });
    },
  };
}

/** A watcher that is closed when the test ends. */
export function untilItsEnd(watcher: FolderWatcher): FolderWatcher {
  onTestFinished(() => watcher.close());
  return watcher;
}

/** Waits until every watch that was asked for stands: each is told, and its directory read again. */
export async function watching(
  f: ReturnType<typeof followedFolder>,
  directories: number,
): Promise<void> {
  const reads = () => f.reads.length;
  // Its own check of the root, the scan, and one more look at each directory once its watch stands.
  await expect.poll(reads, { interval: 2 }).toBeGreaterThanOrEqual(directories * 2);
}
