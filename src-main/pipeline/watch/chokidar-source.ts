/**
 * Notices through chokidar 6, one instance per directory. A shared instance would not work: removing a directory from
 * it ends the watches below as well, and one that was deleted and created again is not watched a second time at `depth:
 * 0`.
 */
import { FSWatcher } from 'chokidar';
import { normalize, sep } from 'node:path';
import { slashed } from '../../platform/disk/paths.ts';
import { isOwnEnd, nativeSource } from './watch-source.ts';
import { failureOf, type WatchSource } from './watch-source.ts';

export const chokidarSource: WatchSource = (directory, tell, pollSeconds) => {
  // chokidar takes a backslash for a separator everywhere, and would watch another directory.
  if (sep === '/' && directory.includes('\\')) return nativeSource(directory, tell, pollSeconds);
  // As chokidar names it when it calls: with '/' between names on Windows too, and never with two.
  const spelled = slashed(normalize(directory));
  const watcher = new FSWatcher({
    persistent: true,
    followSymlinks: false,
    depth: 0,
    // Otherwise directories whose names look like an editor's temporary file are left out.
    atomic: false,
    // Files are irrelevant: only the raw notice counts, which comes before any of chokidar's own reading.
    ignored: (path) => path !== spelled,
  });
  return new Promise((resolve) => {
    const ready = () => {
      resolve({ close: () => watcher.close() });
    };
    watcher.on('raw', (event, name, details) => {
      // It gets events for the directories above only while it waits for a lost one to return, and does not mark them.
      const isHere = (details as { watchedPath?: unknown }).watchedPath === spelled;
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
