/**
 * Notices through chokidar 6, one instance per directory. A shared instance would not do: taking a directory out of it
 * ends the watches below as well, and one that was deleted and made again is not watched a second time at `depth: 0`.
 */
import { FSWatcher } from 'chokidar';
import { sep } from 'node:path';
import { isOwnEnd, nativeSource } from './native-source.ts';
import { failureOf, type WatchSource } from './watch-source.ts';

export const chokidarSource: WatchSource = (directory, tell, pollSeconds) => {
  // chokidar takes a backslash for a separator everywhere, and would watch another directory.
  if (sep === '/' && directory.includes('\\')) return nativeSource(directory, tell, pollSeconds);
  const watcher = new FSWatcher({
    persistent: true,
    followSymlinks: false,
    depth: 0,
    // Otherwise directories whose names look like an editor's temporary file are left out.
    atomic: false,
    // Files are of no interest: only the raw notice is, which comes before any of chokidar's own reading.
    ignored: (path) => path !== directory,
  });
  return new Promise((resolve) => {
    const ready = () => {
      resolve({ close: () => watcher.close() });
    };
    watcher.on('raw', (event, name, details) => {
      // It hears about the directories above only while it waits for a lost one to return, and would not say when.
      const isHere = (details as { watchedPath?: unknown }).watchedPath === directory;
      tell({ kind: isHere && !isOwnEnd(directory, event, name) ? 'changed' : 'gone' });
    });
    watcher.on('error', (error) => {
      tell(failureOf(error));
      ready();
    });
    watcher.on('ready', ready);
    watcher.add(directory);
  });
};
