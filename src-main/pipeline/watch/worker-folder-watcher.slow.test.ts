import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { FolderHint, WatchMethod } from './folder-watcher.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { makeWorkerFolderWatcher } from './worker-folder-watcher.ts';

const METHOD: WatchMethod = { source: 'native', pollSeconds: 60 };

const support = (name: string) => new URL(`./test-support/${name}.ts`, import.meta.url);

function dyingWatcher() {
  const watcher = makeWorkerFolderWatcher(support('dying-watch-worker'));
  onTestFinished(() => watcher.close());
  const hints: FolderHint[] = [];
  watcher.onHint((hint) => hints.push(hint));
  const expectHints = (...expected: readonly FolderHint[]) =>
    expect.poll(() => hints).toEqual(expected);
  return { watcher, expectHints };
}

const dirty = { kind: 'dirty', directory: '/a' } as const;
const overflow = { kind: 'overflow' } as const;

test('when the watching thread ends another takes over, and everything is to be scanned', async () => {
  const { watcher, expectHints } = dyingWatcher();
  watcher.watch('/a', METHOD);
  await expectHints(dirty);
  watcher.watch('/deadly', METHOD);
  watcher.unwatch('/deadly');
  await expectHints(dirty, overflow, dirty);
});

test('a thread that keeps ending is given up, and that is told', async () => {
  const { watcher, expectHints } = dyingWatcher();
  watcher.watch('/deadly', METHOD);
  const error = { kind: 'error', message: 'the watching thread keeps ending' } as const;
  await expectHints(overflow, overflow, overflow, error);
});

/** Limits of a user namespace touch nobody else on this computer. */
function underWatchLimit(limit: number, words: readonly string[]) {
  const script = `echo ${limit} > /proc/sys/user/max_inotify_watches && exec "$@"`;
  return spawnSync('unshare', ['-Ur', 'sh', '-c', script, 'sh', ...words], { encoding: 'utf8' });
}
const canLimit = process.platform === 'linux' && underWatchLimit(3, ['true']).status === 0;
if (!canLimit) console.warn('SKIPPED limit of watches: this system gives no user namespaces');

test.skipIf(!canLimit).each(['chokidar', 'native'])(
  'when the system allows no more watches that is told, and the others stand (%s)',
  (sourceName) => {
    const { makeFolder } = temporaryFolder();
    const folders = Array.from({ length: 5 }, (_, index) => makeFolder(`${index}`));
    const program = fileURLToPath(support('watch-many'));
    const { stdout } = underWatchLimit(3, [process.execPath, program, sourceName, ...folders]);
    expect(JSON.parse(stdout)).toEqual({
      hints: ['dirty', 'dirty', 'dirty', 'limit ENOSPC', 'limit ENOSPC'],
      watched: 3,
    });
  },
);

test.skipIf(!canLimit)(
  'a file in a folder that the system does not watch is noticed by polling',
  () => {
    const { makeFolder } = temporaryFolder();
    const folders = Array.from({ length: 8 }, (_, index) => makeFolder(`${index}`));
    const program = fileURLToPath(support('poll-refused'));
    const { stdout } = underWatchLimit(3, [process.execPath, program, ...folders]);
    expect(JSON.parse(stdout)).toEqual([{ kind: 'watch-limited', errno: 'ENOSPC' }]);
  },
);
