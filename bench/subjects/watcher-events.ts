/**
 * A watcher by itself, which tells every path that it is told of. Arguments: how (`whole-tree`: chokidar on the root,
 * `recursive`: Node's own), and the folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import { watch as chokidarWatch } from 'chokidar';
import { serveSubject } from '../subject.ts';

const [how = '', root = ''] = process.argv.slice(2);

const close = how === 'recursive' ? watchRecursively() : await watchWholeTree();
serveSubject(async () => undefined, close);

async function watchWholeTree(): Promise<() => Promise<void>> {
  const watcher = chokidarWatch(root, { ignoreInitial: true });
  watcher.on('add', tell).on('change', tell);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return () => watcher.close();
}

function watchRecursively(): () => Promise<void> {
  const watcher = fs.watch(root, { recursive: true }, (_kind, name) => {
    if (name !== null) tell(path.join(root, name));
  });
  return async () => watcher.close();
}

function tell(told: string): void {
  process.send?.({ path: told });
}
