/**
 * Watches all directories of a tree until every watch stands. Arguments: how, and the folder. `chokidar` and `native` are
 * the engine's own watchers behind its own walk; `whole-tree` is chokidar given the root; `fs.watch` is one watch of Node
 * for each directory and nothing else.
 */
import fs from 'node:fs';
import path from 'node:path';
import { watch as chokidarWatch } from 'chokidar';
import type { WatchSourceName } from '../../src-shared/model/folders/folder-rules.ts';
import { realClock } from '../../src-main/platform/real-ports.ts';
import type { FileTree } from '../../src-main/pipeline/scan/file-tree.ts';
import type { FolderWatcher, WatchMethod } from '../../src-main/pipeline/watch/folder-watcher.ts';
import { makeWorkerFolderWatcher } from '../../src-main/pipeline/watch/worker-folder-watcher.ts';
import { makeIgnoreRules } from '../../src-main/pipeline/scan/ignore-rules.ts';
import { walk } from '../../src-main/pipeline/scan/walk.ts';
import { makeWorkerFileTree } from '../../src-main/pipeline/scan/worker-file-tree.ts';
import { serveSubject } from '../subject.ts';

const [how = '', root = ''] = process.argv.slice(2);
const opened: { close(): unknown }[] = [];

const WAYS: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  chokidar: () => withThreads('chokidar'),
  native: () => withThreads('native'),
  'whole-tree': async () => watchWholeTree,
  'fs.watch': async () => watchBare,
};
const work = await WAYS[how]?.();
let [longestMs, lastMs] = [0, 0];
const look = () => {
  longestMs = Math.max(longestMs, performance.now() - lastMs);
  lastMs = performance.now();
};
setInterval(look, 1).unref();

serveSubject(
  async () => {
    [longestMs, lastMs] = [0, performance.now()];
    await work?.();
    look();
    return { 'longest stall': { value: longestMs, unit: 'ms' } };
  },
  async () => {
    await Promise.all(opened.map((each) => each.close()));
  },
);

/** As in a program that runs: its threads have been started. */
async function withThreads(source: WatchSourceName): Promise<() => Promise<void>> {
  const watcher = makeWorkerFolderWatcher();
  const method = { source, pollSeconds: 60 };
  const tree = makeWorkerFileTree();
  opened.push(watcher, tree);
  const elsewhere = path.dirname(root);
  await tree.readDirectory(elsewhere, new AbortController().signal);
  await new Promise<void>((resolve) => {
    const stop = watcher.onHint(() => {
      stop();
      resolve();
    });
    watcher.watch(elsewhere, method);
  });
  return () => watchFolders(watcher, method, tree);
}

async function watchFolders(
  watcher: FolderWatcher,
  method: WatchMethod,
  tree: FileTree,
): Promise<void> {
  const rules = makeIgnoreRules([]);
  if (!rules.ok) throw new Error('the built-in rules cannot be read');
  const waiting = new Set<string>();
  const stand = Promise.withResolvers<void>();
  let isWalked = false;
  watcher.onHint((hint) => {
    if (hint.kind !== 'dirty') stand.reject(new Error(JSON.stringify(hint)));
    else waiting.delete(hint.directory);
    if (isWalked && waiting.size === 0) stand.resolve();
  });
  const options = {
    tree,
    starts: [{ relativePath: '', rules: rules.value }],
    clock: realClock,
  };
  for await (const { relativePath } of walk(root, options, new AbortController().signal)) {
    const directory = path.join(root, relativePath);
    waiting.add(directory);
    watcher.watch(directory, method);
  }
  isWalked = true;
  if (waiting.size > 0) await stand.promise;
}

async function watchWholeTree(): Promise<void> {
  const watcher = chokidarWatch(root);
  opened.push(watcher);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
}

async function watchBare(): Promise<void> {
  const waiting = [root];
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    opened.push(fs.watch(directory));
    for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) waiting.push(path.join(directory, entry.name));
    }
  }
}
