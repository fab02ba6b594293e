/** What no hint tells: roots that go and come back, and watchers that miss something or may watch no more. */
import { mkdirSync, renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../src-shared/model/time.ts';
import { playWatcher } from './test-support/followed-folder.ts';
import { followFolders, watching } from './test-support/real-folders.ts';

const { followed } = followFolders();

test('a root that is removed puts its folder to rest; made again it goes on at once', async () => {
  const f = followed();
  f.write('root/sub/a');
  await f.follow();
  await watching(f, 2);
  await f.seenInTime(['sub/a ready']);
  renameSync(f.root, f.at('away'));
  const folder = () => f.state.folders.get(f.folderId)?.trouble;
  await expect.poll(folder, { timeout: 8_000 }).toBe('absent');
  expect(f.rows()).toEqual(['sub/a ready']);
  mkdirSync(f.root);
  f.write('root/b');
  await expect.poll(folder, { timeout: 8_000 }).toBe(null);
  await f.seen(['b settling']);
});

test('a folder that was emptied rests, and comes back with its files', async () => {
  const f = followed();
  f.write('root/sub/a');
  await f.follow();
  await watching(f, 2);
  await f.seenInTime(['sub/a ready']);
  renameSync(f.inRoot('sub'), f.at('away'));
  const folder = () => f.state.folders.get(f.folderId)?.trouble;
  await expect.poll(folder, { timeout: 8_000 }).toBe('emptied');
  expect(f.rows()).toEqual(['sub/a ready']);
  renameSync(f.at('away'), f.inRoot('sub'));
  await expect.poll(folder, { timeout: 8_000 }).toBe(null);
  await f.seen(['sub/a ready']);
});

test('a folder in trouble is looked at every 30 seconds, should no hint tell that it is back', async () => {
  const f = followed({ watcher: playWatcher().watcher });
  f.write('root/a');
  await f.follow();
  renameSync(f.root, f.at('away'));
  const trouble = () => f.state.folders.get(f.folderId)?.trouble;
  await f.clock.advance(10 * MINUTE_MS);
  await expect.poll(trouble).toBe('absent');
  renameSync(f.at('away'), f.root);
  await f.clock.advance(29_000);
  expect(trouble()).toBe('absent');
  await f.clock.advance(1_000);
  await expect.poll(trouble).toBe(null);
});

test('what no hint told is found by the scan of every ten minutes, and not before', async () => {
  const f = followed({ watcher: playWatcher().watcher });
  f.write('root/a');
  await f.follow();
  f.write('root/b/unheard');
  await f.clock.advance(10 * MINUTE_MS - 1);
  expect(f.fullScans()).toBe(1);
  expect(f.state.files.list({}, 0, 9).map(({ name }) => name)).toEqual(['a']);
  await f.clock.advance(1);
  await expect.poll(() => f.state.files.list({}, 0, 9).map(({ name }) => name)).toHaveLength(2);
  expect(f.fullScans()).toBe(2);
});

test.each([{ kind: 'overflow' }, { kind: 'error', message: 'the thread ended' }] as const)(
  'after $kind everything is scanned at once',
  async (hint) => {
    const { watcher, tell } = playWatcher();
    const f = followed({ watcher });
    await f.follow();
    f.write('root/unheard');
    tell(hint);
    await f.seen(['unheard settling']);
    expect(f.fullScans()).toBe(2);
  },
);

test('a limit of watches is said once, scanned for once, and bridged by the timed scans', async () => {
  const { watcher, tell, watched } = playWatcher();
  const f = followed({ watcher });
  f.makeFolder('root/a');
  await f.follow();
  expect(f.run.watchTrouble()).toBe(null);
  f.write('root/a/unheard');
  for (let refused = 0; refused < 5; refused += 1) tell({ kind: 'limit', errno: 'ENOSPC' });
  await f.seen(['a/unheard settling']);
  expect(f.events.filter(({ kind }) => kind === 'watch-limited')).toEqual([
    { kind: 'watch-limited', errno: 'ENOSPC' },
  ]);
  expect(f.run.watchTrouble()).toEqual({ errno: 'ENOSPC' });
  expect(f.fullScans()).toBe(2);
  f.write('root/new/unheard');
  await f.clock.advance(10 * MINUTE_MS);
  const names = () => f.rows().map((row) => row.split(' ')[0]);
  await expect.poll(names).toEqual(['a/unheard', 'new/unheard']);
  expect(watched).toEqual(new Set([f.root, f.inRoot('a')]));
});
