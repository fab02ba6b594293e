import { expect, test } from 'vitest';
import type { SyncEvent } from '../common/ports.ts';
import {
  type FolderHint,
  type FolderWatcher,
  makeFolderWatches,
  type WatchMethod,
} from './folder-watcher.ts';

const NATIVE: WatchMethod = { source: 'native', pollSeconds: 30 };
const POLL: WatchMethod = { source: 'poll', pollSeconds: 30 };

/** A system that allows so many watches; it tells of each request once `settle` is called. */
function limited(most: number) {
  let allowed = most;
  const methods = new Map<string, WatchMethod>();
  const asked: string[] = [];
  const listeners = new Set<(hint: FolderHint) => void>();
  const tell = (hint: FolderHint): void => {
    for (const listener of listeners) listener(hint);
  };
  const natives = () => [...methods.values()].filter(({ source }) => source === 'native').length;
  const watcher: FolderWatcher = {
    watch(directory, method) {
      methods.set(directory, method);
      asked.push(directory);
    },
    unwatch: (directory) => void methods.delete(directory),
    onHint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => undefined,
    watchedCount: () => methods.size,
  };
  const told: (SyncEvent | 'doubt')[] = [];
  const watches = makeFolderWatches(watcher, {
    announce: (event) => void told.push(event),
    onDirty: () => undefined,
    onDoubt: () => void told.push('doubt'),
  });
  /** Answers what was asked for, and what is asked for in turn. */
  function settle(): void {
    for (let next = asked.shift(); next !== undefined; next = asked.shift()) {
      const method = methods.get(next);
      if (method === undefined) continue;
      if (method.source === 'native' && natives() > allowed) {
        methods.delete(next);
        tell({ kind: 'limit', directory: next, method, errno: 'ENOSPC' });
      } else tell({ kind: 'dirty', directory: next });
    }
  }
  return {
    watches,
    told,
    settle,
    raise: (more: number) => void (allowed = more),
    polled: () => [...methods].filter(([, { source }]) => source === 'poll').map(([at]) => at),
    methods,
  };
}

const SHORT = { kind: 'watch-limited', errno: 'ENOSPC' } as const;
const ENOUGH = { kind: 'watch-limited', errno: null } as const;

test('what the system refuses to watch is polled, and that is told once', () => {
  const l = limited(3);
  for (const name of 'abcde') l.watches.watch(`/data/${name}`, NATIVE);
  l.settle();
  expect(l.told).toEqual([SHORT, 'doubt']);
  expect(l.polled()).toHaveLength(2);
  expect(l.methods.size).toBe(5);
  for (const at of l.polled()) expect(l.methods.get(at)).toEqual(POLL);
  const [at] = l.polled();
  expect(l.watches.isShortAt('/data')).toBe(true);
  expect(l.watches.isShortAt(at ?? '')).toBe(true);
  expect(l.watches.isShortAt('/other')).toBe(false);
  l.watches.watch('/data/later', NATIVE); // asked for nothing of the system
  l.settle();
  expect(l.methods.get('/data/later')).toEqual(POLL);
  expect(l.told).toEqual([SHORT, 'doubt']);
});

test('a watch that is released goes to one of them', () => {
  const l = limited(3);
  for (const name of 'abcde') l.watches.watch(`/data/${name}`, NATIVE);
  l.settle();
  l.watches.unwatch('/data/a');
  l.settle();
  expect([l.methods.size, l.polled().length]).toEqual([4, 1]);
  l.watches.unwatch('/data/b');
  l.settle();
  expect([l.methods.size, l.polled()]).toEqual([3, []]);
  expect(l.told).toEqual([SHORT, 'doubt', ENOUGH]);
});

test('a limit that was raised is found by trying again, and one that was not leaves all as it is', () => {
  const l = limited(2);
  for (const name of 'abcdef') l.watches.watch(`/data/${name}`, NATIVE);
  l.settle();
  for (let time = 0; time < 3; time += 1) {
    l.watches.tryAgain();
    l.settle();
    expect(l.polled()).toHaveLength(4);
  }
  l.raise(100);
  l.watches.tryAgain();
  l.settle();
  expect([l.methods.size, l.polled()]).toEqual([6, []]);
  expect(l.told).toEqual([SHORT, 'doubt', ENOUGH]);
});

test('what is polled by choice, or let go, is no lack', () => {
  const l = limited(0);
  l.watches.watch('/data/a', NATIVE);
  l.watches.watch('/data/chosen', POLL);
  l.settle();
  expect(l.watches.isShortAt('/data/chosen')).toBe(false);
  l.watches.watch('/data/a', POLL);
  expect(l.watches.isShortAt('/data')).toBe(false);
  l.watches.tryAgain();
  l.watches.watch('/data/b', NATIVE);
  l.settle();
  l.watches.unwatch('/data/b');
  expect(l.told.at(-1)).toEqual(ENOUGH);
});
