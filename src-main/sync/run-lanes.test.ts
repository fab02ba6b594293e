import { expect, test } from 'vitest';
import { makePlayedClock, type PlayedClock } from '../test-support/played-clock.ts';
import { runLanes, type Lane, type Step } from './run-lanes.ts';
import { makeWakeCall } from './wake-call.ts';
import { wallTimeMs } from './wall-time.ts';

const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

interface Item {
  readonly name: string;
  readonly dueMs?: number;
  readonly run: (signal: AbortSignal) => Promise<Step>;
}

/** A lane over a list of items that may grow; says what it saw. */
function listLane(clock: PlayedClock, concurrency: number, items: Item[]) {
  const log = { started: [] as string[], atOnce: 0, mostAtOnce: 0 };
  const isDue = (item: Item) => (item.dueMs ?? 0) <= clock.nowMs();
  const lane: Lane = {
    concurrency,
    take(limit) {
      const chosen = items.filter(isDue).slice(0, limit);
      for (const item of chosen) items.splice(items.indexOf(item), 1);
      return chosen.map(({ name, run }) => async (signal) => {
        log.started.push(name);
        log.atOnce += 1;
        log.mostAtOnce = Math.max(log.mostAtOnce, log.atOnce);
        try {
          return await run(signal);
        } finally {
          log.atOnce -= 1;
        }
      });
    },
    nextDueMs: () =>
      items
        .filter((item) => !isDue(item))
        .map((item) => item.dueMs ?? 0)
        .toSorted((one, other) => one - other)[0] ?? null,
  };
  return { lane, log };
}

const lasting = (clock: PlayedClock, ms: number) => async (signal: AbortSignal) => {
  await clock.sleep(ms, signal);
  return 'advanced' as const;
};

const pump = (clock: PlayedClock, patienceMs = HOUR_MS) => ({ clock, patienceMs });

test('a lane runs as many jobs at once as it says, never more, and each item once', async () => {
  const clock = makePlayedClock();
  const names = Array.from({ length: 20 }, (_, index) => `${index}`);
  const wide = listLane(
    clock,
    3,
    names.map((name) => ({ name, run: lasting(clock, 7) })),
  );
  const narrow = listLane(
    clock,
    1,
    names.map((name) => ({ name, run: lasting(clock, 5) })),
  );
  const run = runLanes([wide.lane, narrow.lane], pump(clock), never);
  expect(await clock.play(run)).toBe('rest');
  expect([wide.log.mostAtOnce, narrow.log.mostAtOnce]).toEqual([3, 1]);
  expect([wide.log.started, narrow.log.started]).toEqual([names, names]);
  expect(clock.monotonicMs()).toBe(100);
});

test('it rests at once when no lane has anything, and leaves no timer', async () => {
  const clock = makePlayedClock();
  expect(await runLanes([], pump(clock), never)).toBe('rest');
  expect(await runLanes([listLane(clock, 1, []).lane], pump(clock), never)).toBe('rest');
  expect(clock.wakeTimesMs()).toEqual([]);
});

test('what a job puts into another lane is done before it rests', async () => {
  const clock = makePlayedClock();
  const items: Item[] = [];
  const second = listLane(clock, 1, items);
  const put = async () => {
    items.push({ name: 'put', run: lasting(clock, 1) });
    return 'advanced' as const;
  };
  const first = listLane(clock, 1, [{ name: 'first', run: put }]);
  expect(await clock.play(runLanes([second.lane, first.lane], pump(clock), never))).toBe('rest');
  expect(second.log.started).toEqual(['put']);
});

test('a lane whose time comes is asked while a long job of another still runs', async () => {
  const clock = makePlayedClock();
  const dueMs = clock.nowMs() + 10;
  const startedAtMs: number[] = [];
  const soon = listLane(clock, 1, [
    {
      name: 'soon',
      dueMs,
      run: async () => {
        startedAtMs.push(clock.nowMs());
        return 'advanced';
      },
    },
  ]);
  const long = listLane(clock, 1, [{ name: 'long', run: lasting(clock, HOUR_MS) }]);
  await clock.play(runLanes([long.lane, soon.lane], pump(clock), never));
  expect(startedAtMs).toEqual([dueMs]);
  expect(clock.wakeTimesMs()).toEqual([]);
});

test('it gives up when nothing has advanced for its patience, not only when the next time has come', async () => {
  const clock = makePlayedClock();
  const far = listLane(clock, 1, [
    { name: 'far', dueMs: clock.nowMs() + 24 * HOUR_MS, run: lasting(clock, 1) },
  ]);
  expect(await clock.play(runLanes([far.lane], pump(clock), never))).toBe('out-of-patience');
  expect(clock.monotonicMs()).toBe(HOUR_MS);
});

test('looking in vain is no advance; an advance renews its patience', async () => {
  const clock = makePlayedClock();
  let looks = 0;
  let nextMs = clock.nowMs();
  const polling: Lane = {
    concurrency: 1,
    take: () =>
      nextMs > clock.nowMs()
        ? []
        : [
            async () => {
              looks += 1;
              nextMs = clock.nowMs() + 600_000;
              return looks === 5 ? 'advanced' : 'waiting';
            },
          ],
    nextDueMs: () => nextMs,
  };
  expect(await clock.play(runLanes([polling], pump(clock), never))).toBe('out-of-patience');
  expect(clock.monotonicMs()).toBe(4 * 600_000 + HOUR_MS);
});

test('the time a job takes is not counted: an upload that breaks after hours is tried again', async () => {
  const clock = makePlayedClock();
  const items: Item[] = [];
  const breaking = async (signal: AbortSignal) => {
    await clock.sleep(3 * HOUR_MS, signal);
    items.push({ name: 'again', dueMs: clock.nowMs() + 1_000, run: lasting(clock, 1) });
    return 'waiting' as const;
  };
  items.push({ name: 'upload', run: breaking });
  const { lane, log } = listLane(clock, 1, items);
  expect(await clock.play(runLanes([lane], pump(clock), never))).toBe('rest');
  expect(log.started).toEqual(['upload', 'again']);
});

/** Two jobs, of which the second takes its time to clean up; both see the signal. */
function slowEnd(clock: PlayedClock) {
  const ended: string[] = [];
  const run = (name: string, cleanUpMs: number) => async (signal: AbortSignal) => {
    try {
      await clock.sleep(HOUR_MS, signal);
      return 'advanced' as const;
    } finally {
      await clock.sleep(cleanUpMs, never);
      ended.push(name);
    }
  };
  const items = [
    { name: 'quick', run: run('quick', 1) },
    { name: 'slow', run: run('slow', 50) },
    { name: 'waiting', run: run('waiting', 0) },
  ];
  return { ended, ...listLane(clock, 2, items) };
}

test('abort starts nothing more, waits for what is running, and rejects with the reason', async () => {
  const clock = makePlayedClock();
  const { lane, log, ended } = slowEnd(clock);
  const controller = new AbortController();
  const run = runLanes([lane], pump(clock), controller.signal);
  await clock.advance(10);
  controller.abort(new Error('quit'));
  await expect(clock.play(run)).rejects.toThrow('quit');
  expect(ended).toEqual(['quick', 'slow']);
  expect(log.started).toEqual(['quick', 'slow']);
  expect(clock.monotonicMs()).toBe(60);
});

test('abort ends a wait for time too, and a run that was aborted before it began starts nothing', async () => {
  const clock = makePlayedClock();
  const far = listLane(clock, 1, [
    { name: 'far', dueMs: clock.nowMs() + 1_000, run: lasting(clock, 1) },
  ]);
  const controller = new AbortController();
  const run = runLanes([far.lane], pump(clock), controller.signal);
  await clock.advance(10);
  controller.abort(new Error('quit'));
  await expect(clock.play(run)).rejects.toThrow('quit');
  const late = listLane(clock, 1, [{ name: 'late', run: lasting(clock, 1) }]);
  await expect(runLanes([late.lane], pump(clock), controller.signal)).rejects.toThrow('quit');
  expect(late.log.started).toEqual([]);
  expect(clock.wakeTimesMs()).toEqual([]);
});

test('an error in a job stops the pump: the others are told, waited for, and the error is passed on', async () => {
  const clock = makePlayedClock();
  const { lane, ended } = slowEnd(clock);
  const failing = listLane(clock, 1, [
    {
      name: 'failing',
      run: async () => {
        await clock.sleep(5, never);
        throw new Error('a bug');
      },
    },
  ]);
  const run = runLanes([lane, failing.lane], pump(clock), never);
  await expect(clock.play(run)).rejects.toThrow('a bug');
  expect(ended).toEqual(['quick', 'slow']);
});

test.each(['take', 'nextDueMs'] as const)(
  'an error in %s stops the pump the same way: nothing goes on behind its back',
  async (method) => {
    const clock = makePlayedClock();
    const { lane, ended } = slowEnd(clock);
    let calls = 0;
    const broken: Lane = {
      concurrency: 1,
      take: () => [],
      nextDueMs: () => null,
      [method]: () => {
        calls += 1;
        if (calls === 2) throw new Error('the database broke');
        return method === 'take' ? [] : clock.nowMs() + 10;
      },
    };
    const tick = listLane(clock, 1, [{ name: 'tick', run: lasting(clock, 5) }]);
    const run = runLanes([lane, tick.lane, broken], pump(clock), never);
    await expect(clock.play(run)).rejects.toThrow('the database broke');
    expect(ended).toEqual(['quick', 'slow']);
  },
);

async function microtasks(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await Promise.resolve();
}

/** A lane that is given items from outside, and takes as long over each as it is told. */
function mailbox(passTicks: number) {
  const seen = { put: 0, taken: 0, turns: 0 };
  const lane: Lane = {
    concurrency: 1,
    take() {
      seen.turns += 1;
      if (seen.taken === seen.put) return [];
      return [
        async () => {
          seen.taken = seen.put;
          await microtasks(passTicks);
          return 'advanced';
        },
      ];
    },
    nextDueMs: () => null,
  };
  return { lane, seen };
}

test.each([0, 1, 2, 5])(
  'no wake is lost, at whichever microtask it falls, beside jobs of %d microtasks',
  async (passTicks) => {
    for (let first = 0; first < 30; first += 1) {
      for (let second = 0; second < 12; second += 1) {
        const clock = makePlayedClock();
        const wakes = makeWakeCall();
        const stopping = new AbortController();
        const { lane, seen } = mailbox(passTicks);
        // Something far away keeps the pump from its rest: only a wake can make it look in time.
        const far: Lane = {
          concurrency: 1,
          take: () => [],
          nextDueMs: () => clock.nowMs() + HOUR_MS,
        };
        const options = { clock, patienceMs: Infinity, wakes };
        const run = runLanes([lane, far], options, stopping.signal);
        for (const offset of [first, second]) {
          await microtasks(offset);
          seen.put += 1;
          wakes.wake();
        }
        await microtasks(100);
        expect([seen.taken, first, second]).toEqual([2, first, second]);
        stopping.abort(new Error('enough'));
        await expect(run).rejects.toThrow('enough');
        expect(clock.wakeTimesMs()).toEqual([]);
      }
    }
  },
);

test('a wake while the lanes are asked makes it ask again before it rests', async () => {
  const clock = makePlayedClock();
  const wakes = makeWakeCall();
  const { lane, seen } = mailbox(0);
  const caller: Lane = {
    concurrency: 1,
    take() {
      if (seen.put === 0) {
        seen.put += 1;
        wakes.wake();
      }
      return [];
    },
    nextDueMs: () => null,
  };
  expect(await runLanes([lane, caller], { ...pump(clock), wakes }, never)).toBe('rest');
  expect(seen.taken).toBe(1);
});

test('without a wake nothing is asked, and a pump that has ended hears none', async () => {
  const clock = makePlayedClock();
  const wakes = makeWakeCall();
  const { lane, seen } = mailbox(0);
  const items: Item[] = [{ name: 'hour', run: lasting(clock, HOUR_MS) }];
  const run = runLanes([lane, listLane(clock, 1, items).lane], { ...pump(clock), wakes }, never);
  await clock.advance(HOUR_MS - 1);
  expect(seen.turns).toBe(1);
  wakes.wake();
  await microtasks(10);
  expect(seen.turns).toBe(2);
  expect(await clock.play(run)).toBe('rest');
  const { turns } = seen;
  wakes.wake();
  await microtasks(10);
  expect(seen.turns).toBe(turns);
});

test('a time at which a lane would look again keeps no run from its rest, and is kept while it goes on', async () => {
  const clock = makePlayedClock();
  const lookedAtMs: number[] = [];
  let lookAtMs = clock.nowMs() + 100;
  const looking: Lane = {
    concurrency: 1,
    take() {
      if (lookAtMs > clock.nowMs()) return [];
      lookAtMs = clock.nowMs() + 100;
      lookedAtMs.push(clock.monotonicMs());
      return [];
    },
    nextDueMs: () => null,
    nextLookMs: () => lookAtMs,
  };
  const long = listLane(clock, 1, [{ name: 'long', run: lasting(clock, 350) }]);
  expect(await clock.play(runLanes([looking, long.lane], pump(clock), never))).toBe('rest');
  expect([lookedAtMs, clock.monotonicMs()]).toEqual([[100, 200, 300], 350]);
});

/** Something else that takes its time when it is asked, as the database does. */
function slowToAnswer(clock: PlayedClock, delaysMs: number[]): Lane {
  return {
    concurrency: 1,
    take: () => {
      clock.suspend(delaysMs.shift() ?? 0);
      return [];
    },
    nextDueMs: () => null,
  };
}

test('what falls due while another lane is being asked is not forgotten at rest', async () => {
  const clock = makePlayedClock();
  const item = { name: 'late', dueMs: clock.nowMs() + 3, run: lasting(clock, 1) };
  const { lane, log } = listLane(clock, 1, [item]);
  const run = runLanes([lane, slowToAnswer(clock, [5])], pump(clock), never);
  expect(await clock.play(run)).toBe('rest');
  expect(log.started).toEqual(['late']);
});

test('nor does it wait for the next thing that is due', async () => {
  const clock = makePlayedClock();
  const startMs = clock.nowMs();
  let startedAtMs = 0;
  const note = async () => {
    startedAtMs = clock.nowMs() - startMs;
    return 'advanced' as const;
  };
  const near = [
    { name: 'first', dueMs: startMs + 10, run: lasting(clock, 0) },
    { name: 'second', dueMs: startMs + 12, run: note },
  ];
  const far = [{ name: 'far', dueMs: startMs + HOUR_MS / 2, run: lasting(clock, 0) }];
  const slow = slowToAnswer(clock, [0, 1, 4]);
  const lanes = [listLane(clock, 1, near).lane, slow, listLane(clock, 1, far).lane];
  expect(await clock.play(runLanes(lanes, pump(clock), never))).toBe('rest');
  expect(startedAtMs).toBeLessThan(100);
});

test('not even when something else was due just before, and came to nothing', async () => {
  const clock = makePlayedClock();
  const startMs = clock.nowMs();
  let startedAtMs = Infinity;
  const note = async () => {
    startedAtMs = clock.nowMs() - startMs;
    return 'advanced' as const;
  };
  const idle: Lane = {
    concurrency: 1,
    take: () => [],
    nextDueMs: () => (clock.nowMs() < startMs + 10 ? startMs + 10 : null),
  };
  const near = [{ name: 'near', dueMs: startMs + 12, run: note }];
  const far = [{ name: 'far', dueMs: startMs + HOUR_MS / 2, run: lasting(clock, 0) }];
  const slow = slowToAnswer(clock, [0, 4]);
  const lanes = [idle, listLane(clock, 1, near).lane, slow, listLane(clock, 1, far).lane];
  expect(await clock.play(runLanes(lanes, pump(clock), never))).toBe('rest');
  expect(startedAtMs).toBeLessThan(100);
});

test('nor for the fraction of a millisecond by which a time was told too late', async () => {
  const clock = makePlayedClock();
  let fractionMs = 0;
  // As the real ones: the steady clock knows fractions, the wall clock has whole milliseconds.
  const fine = { ...clock, monotonicMs: () => clock.monotonicMs() + fractionMs };
  const dueAtMs = fine.monotonicMs() + 0.2;
  let takenAtMs = Infinity;
  const near: Lane = {
    concurrency: 1,
    take() {
      if (fine.monotonicMs() < dueAtMs) return [];
      takenAtMs = Math.min(takenAtMs, fine.monotonicMs());
      return [];
    },
    nextDueMs: () => (fine.monotonicMs() < dueAtMs ? wallTimeMs(dueAtMs, fine) : null),
  };
  const slow: Lane = {
    concurrency: 1,
    take() {
      fractionMs = 0.4;
      return [];
    },
    nextDueMs: () => null,
  };
  const far = [{ name: 'far', dueMs: clock.nowMs() + HOUR_MS / 2, run: lasting(clock, 0) }];
  const lanes = [near, slow, listLane(clock, 1, far).lane];
  expect(await clock.play(runLanes(lanes, { ...pump(clock), clock: fine }, never))).toBe('rest');
  expect(takenAtMs).toBeLessThan(100);
});
