import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { FolderHint } from './folder-watcher.ts';
import { temporaryFolder } from './test-support/temporary-folder.ts';
import { makeWorkerFolderWatcher } from './worker-folder-watcher.ts';

function dyingWatcher() {
  const url = new URL('./test-support/dying-watch-worker.ts', import.meta.url);
  const watcher = makeWorkerFolderWatcher('native', url);
  onTestFinished(() => watcher.close());
  const hints: FolderHint[] = [];
  const told = (kind: FolderHint['kind'], times: number): Promise<void> =>
    new Promise((resolve) => {
      watcher.onHint(() => {
        if (hints.filter((hint) => hint.kind === kind).length >= times) resolve();
      });
    });
  watcher.onHint((hint) => hints.push(hint));
  return { watcher, hints, told };
}

test('when the watching thread ends another takes over, and everything is to be scanned', async () => {
  const { watcher, hints, told } = dyingWatcher();
  watcher.watch('/a');
  await told('dirty', 1);
  const overflowed = told('overflow', 1);
  watcher.watch('/deadly');
  await overflowed;
  const again = told('dirty', 2);
  watcher.unwatch('/deadly');
  await again;
  expect(hints).toContainEqual({ kind: 'overflow' });
  expect(hints.findLast((hint) => hint.kind === 'dirty')).toEqual({
    kind: 'dirty',
    directory: '/a',
  });
});

test('a thread that keeps ending is given up, and that is told', async () => {
  const { watcher, hints, told } = dyingWatcher();
  const givenUp = told('error', 1);
  watcher.watch('/deadly');
  await givenUp;
  expect(hints.filter((hint) => hint.kind === 'overflow')).toHaveLength(3);
  expect(hints.at(-1)).toEqual({ kind: 'error', message: 'the watching thread keeps ending' });
});

/** Limits of a user namespace touch nobody else on this computer. */
function underWatchLimit(limit: number, words: readonly string[]) {
  return spawnSync(
    'unshare',
    [
      '-Ur',
      'sh',
      '-c',
      `echo ${limit} > /proc/sys/user/max_inotify_watches && exec "$@"`,
      'sh',
      ...words,
    ],
    { encoding: 'utf8' },
  );
}
const canLimit = process.platform === 'linux' && underWatchLimit(3, ['true']).status === 0;
if (!canLimit) console.warn('SKIPPED limit of watches: this system gives no user namespaces');

test.skipIf(!canLimit).each(['chokidar', 'native'])(
  'when the system allows no more watches that is told, and the others stand (%s)',
  (sourceName) => {
    const folder = temporaryFolder();
    const folders = Array.from({ length: 5 }, (_, index) => folder.makeFolder(`${index}`));
    const program = fileURLToPath(new URL('./test-support/watch-many.ts', import.meta.url));
    const { stdout } = underWatchLimit(3, [process.execPath, program, sourceName, ...folders]);
    expect(JSON.parse(stdout)).toEqual({
      hints: ['dirty', 'dirty', 'dirty', 'limit ENOSPC', 'limit ENOSPC'],
      watched: 3,
    });
  },
);
