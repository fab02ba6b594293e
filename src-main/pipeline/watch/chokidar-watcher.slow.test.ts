import { makeChokidarWatcher } from './chokidar-watcher.ts';
import { folderWatcherContract } from './folder-watcher.contract.ts';

folderWatcherContract('chokidar', makeChokidarWatcher);
