import { expect, test, vi } from 'vitest';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { PageFault } from '../bridge/bridge.ts';
import { BLOCK_ROWS, makeRangeStore, type RangePage } from './range-store.ts';

type Answer = Result<RangePage<string>, PageFault>;

const page = (first: number, version = ''): Answer =>
  ok({
    total: 1_000,
    rows: Array.from({ length: BLOCK_ROWS }, (_row, at) => `${first + at}${version}`),
  });

/** A list of 1,000 rows; every read waits until the test lets it go. */
function openList() {
  const reads: { first: number; signal: AbortSignal; settle: (answer: Answer) => void }[] = [];
  const store = makeRangeStore<string>(
    (first, _count, signal) =>
      new Promise((settle) => {
        reads.push({ first, signal, settle });
      }),
  );
  const answerAll = async (version = '') => {
    for (const { first, settle } of reads.splice(0)) settle(page(first, version));
    await expect.poll(() => store.view().total).toBe(1_000);
    await new Promise((resolve) => {
      setImmediate(resolve); // whatever the answers set off has happened
    });
  };
  return { store, reads, answerAll };
}

test('what is in sight is read, and only that', async () => {
  const { store, reads, answerAll } = openList();
  store.see(190, 215);
  expect(reads.map(({ first }) => first)).toEqual([100, 200]);
  await answerAll();
  expect([store.view().rowAt(99), store.view().rowAt(190), store.view().rowAt(215)]).toEqual([
    null,
    '190',
    '215',
  ]);
  store.see(190, 216);
  expect(reads).toEqual([]);
});

test('what comes next is read before it is in sight, where somebody scrolls to', async () => {
  const { store, reads, answerAll } = openList();
  const asked = () => reads.map(({ first }) => first);
  store.see(400, 420);
  await answerAll();
  expect(asked()).toEqual([]);
  store.see(403, 423);
  expect(asked()).toEqual([500]);
  await answerAll();
  store.see(401, 421);
  expect(asked()).toEqual([300]);
  await answerAll();
  for (const first of [404, 500, 490]) store.see(first, first + 9);
  expect(asked()).toEqual([600]);
  expect(reads[0]?.signal.aborted).toBe(true); // turned round
  store.see(980, 999);
  expect(asked().slice(1)).toEqual([900]); // nothing comes after the last
});

test('what was read ahead is not kept over a change', async () => {
  const { store, reads, answerAll } = openList();
  store.see(100, 120);
  await answerAll();
  store.see(101, 121);
  const [ahead] = reads;
  store.changed();
  expect(ahead?.signal.aborted).toBe(true);
  await answerAll(' new');
  expect(store.view().rowAt(101)).toBe('101 new');
  expect(store.view().rowAt(201)).toBeNull();
  store.see(102, 122);
  expect(reads.map(({ first }) => first)).toEqual([200]);
});

test('at most 300 rows are kept, those nearest to what is in sight', async () => {
  const { store, answerAll } = openList();
  for (let row = 0; row < 1_000; row += 40) {
    store.see(row, row + 20);
    await answerAll();
    expect(store.view().rows().length).toBeLessThanOrEqual(300);
    expect(store.view().rowAt(row)).toBe(String(row));
  }
});

test('reading ends for what left the sight before it came', () => {
  const { store, reads } = openList();
  store.see(0, 20);
  store.see(500, 520);
  expect(reads.map(({ first, signal }) => [first, signal.aborted])).toEqual([
    [0, true],
    [500, false],
  ]);
});

test('after a change old rows stay in sight until the new ones are there', async () => {
  const { store, reads, answerAll } = openList();
  store.see(0, 20);
  await answerAll();
  store.changed();
  expect(store.view().rowAt(3)).toBe('3');
  expect(reads).toHaveLength(1);
  await answerAll(' new');
  expect(store.view().rowAt(3)).toBe('3 new');
});

test('an older answer never replaces a newer one', async () => {
  const { store, reads } = openList();
  store.see(0, 20);
  store.changed();
  const [older, newer] = reads;
  newer?.settle(page(0, ' new'));
  older?.settle(page(0, ' old'));
  await expect.poll(() => store.view().rowAt(0)).toBe('0 new');
});

test('a failed reading says why, keeps the rows, and can be tried again', async () => {
  const { store, reads, answerAll } = openList();
  store.see(0, 20);
  await answerAll();
  store.changed();
  reads.splice(0)[0]?.settle(fail({ kind: 'host-lost' }));
  await expect.poll(() => store.view().fault).toEqual({ kind: 'host-lost' });
  expect(store.view().rowAt(3)).toBe('3');
  store.changed();
  await expect.poll(() => reads.length).toBe(1);
  await answerAll();
  await expect.poll(() => store.view().fault).toBeNull();
});

test('closing ends what is being read, and those who listen are told no more', async () => {
  const { store, reads } = openList();
  const heard = vi.fn<() => void>();
  const stop = store.subscribe(heard);
  store.see(0, 20);
  store.close();
  stop();
  reads[0]?.settle(page(0));
  await Promise.resolve();
  expect(reads[0]?.signal.aborted).toBe(true);
  expect(heard).not.toHaveBeenCalled();
});

/** Whatever the answers set off has happened. */
const settled = () =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

/** A list whose newest row comes first; every read is answered at once. */
function heldList() {
  let rows = ['c', 'b', 'a'].map((id) => ({ id, is: 'old' }));
  const asked: number[] = [];
  const store = makeRangeStore<(typeof rows)[number]>(
    async (first, count) => {
      asked.push(first);
      return ok({ total: rows.length, rows: rows.slice(first, first + count) });
    },
    {
      idOf: ({ id }) => id,
      readAgain: async (ids) => ok(rows.filter(({ id }) => ids.includes(id))),
    },
  );
  const shown = () =>
    store
      .view()
      .rows()
      .map(({ id, is }) => `${id} ${is}`);
  return {
    store,
    asked,
    shown,
    open: async () => {
      store.see(0, 2);
      await settled();
    },
    become: async (next: typeof rows) => {
      rows = next;
      store.changed();
      await settled();
    },
  };
}

const now = (...ids: readonly string[]) => ids.map((id) => ({ id, is: 'now' }));

test('rows keep their places while the list is held, and say what is so by now; what came is counted', async () => {
  const { store, shown, open, become } = heldList();
  await open();
  store.hold(true);
  await become(now('e', 'a', 'd', 'c', 'b'));
  expect(shown()).toEqual(['c now', 'b now', 'a now']);
  expect(store.view()).toMatchObject({ total: 3, arrived: 2 });
  store.catchUp();
  await settled();
  expect(shown()).toEqual(['e now', 'a now', 'd now', 'c now', 'b now']);
  expect(store.view()).toMatchObject({ total: 5, arrived: 0 });
});

test('a row that is gone keeps its place until the list is let go; then every place is read anew', async () => {
  const { store, shown, open, become } = heldList();
  await open();
  store.hold(true);
  await become(now('c', 'a'));
  expect(shown()).toEqual(['c now', 'b old', 'a now']);
  expect(store.view()).toMatchObject({ total: 3, arrived: 0 });
  store.hold(false);
  await settled();
  expect(shown()).toEqual(['c now', 'a now']);
  expect(store.view().total).toBe(2);
});

test('further down a held list come the rows that followed, while others were sent and stand at the top by now', async () => {
  const { store, open, become } = heldList();
  const ids = Array.from({ length: 350 }, (_row, at) => `${at}`);
  await become(now(...ids));
  await open();
  store.hold(true);
  // Those at 20 to 149 were sent since, and three are new.
  const sent = ids.slice(20, 150);
  await become(now('x', 'y', 'z', ...sent, ...ids.slice(0, 20), ...ids.slice(150)));
  const before = store.view().rowAt(99)?.id;
  store.see(95, 130);
  await settled();
  expect([before, store.view().rowAt(99)?.id]).toEqual(['99', '99']);
  // What moved up from below is not there; nothing is there twice.
  expect(store.view().rowAt(100)?.id).toBe('150');
  expect(store.view().total).toBe(350);
  store.hold(false);
  await settled();
  expect(store.view().rowAt(0)?.id).toBe('x');
});

test('where a held list ends sooner, because others stand at the top by now, every place is read anew', async () => {
  const { store, asked, open, become } = heldList();
  const ids = Array.from({ length: 150 }, (_row, at) => `${at}`);
  await become(now(...ids));
  await open();
  store.hold(true);
  await become(now('x', ...ids.slice(100), ...ids.slice(0, 100)));
  asked.length = 0;
  store.see(BLOCK_ROWS - 2, BLOCK_ROWS);
  await settled();
  expect(asked.slice(-2)).toEqual([0, BLOCK_ROWS]);
  expect(store.view()).toMatchObject({ arrived: 0, total: 151 });
});
