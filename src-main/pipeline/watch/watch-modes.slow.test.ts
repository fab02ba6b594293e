/** How a folder is watched can be chosen, and changed while it is followed. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { WatchMode } from '../../../src-shared/model/folders/folder-rules.ts';
import { folderRules } from '../../test-support/temporary-state.ts';
import { followFolders, untilItsEnd } from './test-support/real-folders.ts';
import { makeWorkerFolderWatcher } from './worker-folder-watcher.ts';

const { followed } = followFolders();

const POLL_SECONDS = 0.05;
const rulesOf = (mode: WatchMode) => folderRules({ watching: { mode, pollSeconds: 5 } });

/** Follows a folder with a sub-folder, and polls more often than a person may. */
async function followedBy(mode: WatchMode) {
  const real = makeWorkerFolderWatcher();
  const watcher = untilItsEnd({
    ...real,
    watch: (directory, { source }) => real.watch(directory, { source, pollSeconds: POLL_SECONDS }),
  });
  const f = followed({ watcher, rules: rulesOf(mode) });
  f.write('root/a/old');
  const before = noticesHeld();
  await f.follow();
  /** Watches that the system holds for this folder. */
  const held = () => expect.poll(() => noticesHeld() - before);
  return { ...f, held, watcher };
}

/** Inotify watches of this program, as the system counts them. */
function noticesHeld(): number {
  let held = 0;
  for (const name of readdirSync('/proc/self/fdinfo')) {
    try {
      held += readFileSync(`/proc/self/fdinfo/${name}`, 'utf8').split('\ninotify ').length - 1;
    } catch {
      // closed meanwhile
    }
  }
  return held;
}

const isLinux = process.platform === 'linux';

test.runIf(isLinux)(
  'a polled folder asks the system for no notices, and its changes are seen',
  async () => {
    const f = await followedBy('poll');
    expect(f.watcher.watchedCount()).toBe(2);
    await f.seen(['a/old settling']);
    writeFileSync(f.inRoot('a/new'), 'new');
    await f.seen(['a/new settling', 'a/old settling']);
    f.write('root/p/q/deep');
    await f.seen(['a/new settling', 'a/old settling', 'p/q/deep settling']);
    writeFileSync(f.inRoot('p/q/later'), '');
    await f.seen(['a/new settling', 'a/old settling', 'p/q/deep settling', 'p/q/later settling']);
    await f.held().toBe(0);
    expect(f.fullScans()).toBe(1);
  },
);

test.runIf(isLinux)(
  'another mode counts without a restart, in every folder that is watched',
  async () => {
    const f = await followedBy('auto');
    await f.held().toBe(2);
    const rows = ['a/old settling'];
    for (const [mode, held] of [
      ['poll', 0],
      ['auto', 2],
      ['poll', 0],
    ] as const) {
      f.state.folders.changeRules(f.folderId, rulesOf(mode));
      f.run.lookAgain();
      await f.held().toBe(held);
      const name = `a/then-${rows.length}`;
      writeFileSync(f.inRoot(name), '');
      rows.push(`${name} settling`);
      await f.seen(rows);
      expect(f.watcher.watchedCount()).toBe(2);
    }
    expect(f.fullScans()).toBe(4);
  },
);
