/** Folder hints straight from the system. */
import type { FolderWatcher } from './folder-watcher.ts';
import { makeWorkerFolderWatcher } from './worker-folder-watcher.ts';

/** Keeps the same contract as chokidar with some 8 kB and 0.03 ms a directory (bench/workloads/watch.ts). */
export function makeNativeWatcher(): FolderWatcher {
  return makeWorkerFolderWatcher('native');
}
