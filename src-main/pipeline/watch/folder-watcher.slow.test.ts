import { tellsEndOfWatched } from '../../test-support/this-system.ts';
import { folderWatcherContract } from './test-support/folder-watcher.contract.ts';

folderWatcherContract({ source: 'native', pollSeconds: 60 }, await tellsEndOfWatched());
folderWatcherContract({ source: 'chokidar', pollSeconds: 60 });
folderWatcherContract({ source: 'poll', pollSeconds: 0.05 });
