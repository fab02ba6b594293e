/** A program of its own, so that it can run under a limit: watches the folders given and prints what it is told. */
import { makeWorkerFolderWatcher } from '../worker-folder-watcher.ts';

const [, , sourceName, ...folders] = process.argv;
const watcher = makeWorkerFolderWatcher();
const source = sourceName === 'chokidar' ? 'chokidar' : 'native';
const hints: string[] = [];
await new Promise<void>((resolve) => {
  watcher.onHint((hint) => {
    hints.push('errno' in hint ? `${hint.kind} ${hint.errno}` : hint.kind);
    if (hints.length >= folders.length) resolve();
  });
  for (const folder of folders) watcher.watch(folder, { source, pollSeconds: 60 });
});
console.log(JSON.stringify({ hints: hints.toSorted(), watched: watcher.watchedCount() }));
await watcher.close();
