/** Folder hints by chokidar. */
import type { FolderWatcher } from './folder-watcher.ts';
import { makeWorkerFolderWatcher } from './worker-folder-watcher.ts';

/** Some 40 kB a directory: for folders of a few thousand directories. */
export function makeChokidarWatcher(): FolderWatcher {
  return makeWorkerFolderWatcher('chokidar');
}
