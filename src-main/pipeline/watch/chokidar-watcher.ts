/** Folder hints by chokidar. */
import type { FolderWatcher } from './folder-watcher.ts';
import { makeWorkerFolderWatcher } from './worker-folder-watcher.ts';

/** Some 36 kB and 0.4 ms a directory (bench/workloads/watch.ts): for folders of a few thousand directories. */
export function makeChokidarWatcher(): FolderWatcher {
  return makeWorkerFolderWatcher('chokidar');
}
