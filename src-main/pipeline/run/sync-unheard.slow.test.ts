/** What no hint tells: roots that go and come back, and watchers that miss something or may watch no more. */
import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { playWatcher } from '../scan/test-support/followed-folder.ts';
import { followFolders, watching } from '../watch/test-support/real-folders.ts';

const { followed } = followFolders();

type Followed = ReturnType<typeof followed>;

const trouble = (f: Followed) => () => f.state.folders.get(f.folderId)?.trouble;

test.each<readonly [string, string, at: string, back: (f: Followed) => void, string]>([
  ['a root that was removed', 'absent', 'root', (f) => f.write('root/b'), 'b settling'],
  [
    'a folder that was emptied',
    'emptied',
    'root/sub',
    (f) => renameSync(f.at('away'), f.at('root/sub')),
    'sub/a ready',
  ],
])('%s rests; made again it goes on at once', async (_what, kind, place, putBack, after) => {
  const f = followed();
  f.write('root/sub/a');
  await f.follow();
  await watching(f, 2);
  await f.seenInTime(['sub/a ready']);
  renameSync(f.at(place), f.at('away'));
  await expect.poll(trouble(f)).toBe(kind);
  expect(f.rows()).toEqual(['sub/a ready']);
  putBack(f);
  await expect.poll(trouble(f)).toBe(null);
  await f.seen([after]);
});

/** A folder that holds one file, followed with a watcher that tells only what the test says. */
async function unheard() {
  const fake = playWatcher();
  const f = followed({ watcher: fake.watcher });
  f.write('root/a');
  await f.follow();
  const names = () => f.state.files.list({}, 0, 9).map(({ name }) => name);
  return { ...f, ...fake, names };
}

test('a folder in trouble is looked at every 30 seconds, should no hint tell that it is back', async () => {
  const f = await unheard();
  renameSync(f.root, f.at('away'));
  await f.clock.advance(10 * MINUTE_MS);
  await expect.poll(trouble(f)).toBe('absent');
  renameSync(f.at('away'), f.root);
  await f.clock.advance(29_000);
  expect(trouble(f)()).toBe('absent');
  await f.clock.advance(1_000);
  await expect.poll(trouble(f)).toBe(null);
});

test('what no hint told is found by the scan of every ten minutes, and not before (P13)', async () => {
  const f = await unheard();
  f.write('root/b/unheard');
  await f.clock.advance(10 * MINUTE_MS - 1);
  expect(f.fullScans()).toBe(1);
  expect(f.names()).toEqual(['a']);
  await f.clock.advance(1);
  await expect.poll(f.names).toEqual(['a', 'unheard']);
  expect(f.fullScans()).toBe(2);
});

test.each([{ kind: 'overflow' }, { kind: 'error', message: 'the thread ended' }] as const)(
  'after $kind everything is scanned at once',
  async (hint) => {
    const f = await unheard();
    f.write('root/unheard');
    f.tell(hint);
    await f.seen(['a settling', 'unheard settling']);
    expect(f.fullScans()).toBe(2);
  },
);

test('a limit of watches is said once, scanned for once, kept with the folder, and over once it is', async () => {
  const f = await unheard();
  f.write('root/unheard');
  const method = { source: 'native', pollSeconds: 60 } as const;
  const refusal = { kind: 'limit', directory: f.root, method, errno: 'ENOSPC' } as const;
  for (let refused = 0; refused < 5; refused += 1) f.tell(refusal);
  await f.seen(['a settling', 'unheard settling']);
  const told = () =>
    f.events.flatMap((event) => (event.kind === 'watch-limited' ? [event.errno] : []));
  expect(told()).toEqual(['ENOSPC']);
  expect(f.fullScans()).toBe(2);
  const isLimited = () => f.state.folders.get(f.folderId)?.isWatchLimited;
  await expect.poll(isLimited).toBe(true);
  f.write('root/new/unheard');
  await f.clock.advance(10 * MINUTE_MS); // the next scan asks the system again
  await expect.poll(f.names).toEqual(['a', 'unheard', 'unheard']);
  expect(f.watched).toEqual(new Set([f.root, f.inRoot('new')]));
  for (const directory of f.watched) f.tell({ kind: 'dirty', directory }); // these watches stand
  await expect.poll(told).toEqual(['ENOSPC', null]);
  await f.clock.advance(10 * MINUTE_MS);
  await expect.poll(isLimited).toBe(false);
});
