import { folderWatcherContract } from './folder-watcher.contract.ts';
import { makeNativeWatcher } from './native-watcher.ts';

folderWatcherContract('the system itself', makeNativeWatcher);
