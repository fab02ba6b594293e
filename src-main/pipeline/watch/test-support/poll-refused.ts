/**
 * A program of its own, so that it can run under a limit: watches the folders given, writes a file into each once all are
 * watched or polled, and prints what it was told as soon as every file was noticed.
 */
import { writeFileSync } from 'node:fs';
import type { SyncEvent } from '../../common/ports.ts';
import { makeFolderWatches } from '../folder-watcher.ts';
import { makeWorkerFolderWatcher } from '../worker-folder-watcher.ts';

const folders = process.argv.slice(2);
const watcher = makeWorkerFolderWatcher();
const events: SyncEvent[] = [];
let missing = new Set(folders);
let whenAll = Promise.withResolvers<void>();
const watches = makeFolderWatches(watcher, {
  announce: (event) => void events.push(event),
  onDirty(directory) {
    missing.delete(directory);
    if (missing.size === 0) whenAll.resolve();
  },
  onDoubt: () => undefined,
});
for (const folder of folders) watches.watch(folder, { source: 'native', pollSeconds: 0.2 });
await whenAll.promise;
missing = new Set(folders);
whenAll = Promise.withResolvers();
for (const folder of folders) writeFileSync(`${folder}/new`, '');
await whenAll.promise;
console.log(JSON.stringify(events));
await watcher.close();
