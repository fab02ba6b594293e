import { expect, test } from 'vitest';
import { makeFakeClock, type FakeClock } from '../../test-support/fake-clock.ts';
import { runStages } from './run-stages.ts';
import { type Stage, type Step, makeWakeSignal, wallTimeMs } from '../common/stage.ts';

const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

interface Item {
  readonly name: string;
  readonly dueMs?: number;
  readonly run: (signal: AbortSignal) => Promise<Step>;
}

/** A stage over a list of items that may grow; says what it saw. */
function listStage(clock: FakeClock, concurrency: number, items: Item[]) {
  const log = { started: [] as string[], startedAtMs: [] as number[], atOnce: 0, mostAtOnce: 0 };
  const isDue = (item: Item) => (item.dueMs ?? 0) <= clock.nowMs();
  const stage: Stage = {
    concurrency,
    take(limit) {
      const chosen = items.filter(isDue).slice(0, limit);
      for (const item of chosen) items.splice(items.indexOf(item), 1);
      return chosen.map(({ name, run }) => async (signal) => {
        log.started.push(name);
        log.startedAtMs.push(clock.monotonicMs());
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
  return { stage, log };
}

/** A fake clock, and what a test builds on it. */
function fake() {
  const clock = makeFakeClock();
  const startMs = clock.nowMs();
  /** Takes `takesMs` when it has become due. */
  const item = (name: string, takesMs: number, dueInMs = 0): Item => ({
    name,
    dueMs: startMs + dueInMs,
    async run(signal) {
      await clock.sleep(takesMs, signal);
      return 'advanced';
    },
  });
  return {
    clock,
    startMs,
    item,
    list: (...items: Item[]) => listStage(clock, 1, items),
    begin: (stages: readonly Stage[], signal = never) =>
      runStages(stages, { clock, patienceMs: HOUR_MS }, signal),
    run: (stages: readonly Stage[], over: Partial<Parameters<typeof runStages>[1]> = {}) =>
      clock.play(runStages(stages, { clock, patienceMs: HOUR_MS, ...over }, never)),
  };
}

/** A stage that is only asked. */
const idle = (over: Partial<Stage>): Stage => ({
  concurrency: 1,
  take: () => [],
  nextDueMs: () => null,
  ...over,
});

test('a stage runs as many jobs at once as it says, never more, and each item once', async () => {
  const { clock, item, run } = fake();
  const names = Array.from({ length: 20 }, (_, index) => `${index}`);
  const items = (takesMs: number) => names.map((name) => item(name, takesMs));
  const wide = listStage(clock, 3, items(7));
  const narrow = listStage(clock, 1, items(5));
  expect(await run([wide.stage, narrow.stage])).toBe('rest');
  expect([wide.log.mostAtOnce, narrow.log.mostAtOnce]).toEqual([3, 1]);
  expect([wide.log.started, narrow.log.started]).toEqual([names, names]);
  expect(clock.monotonicMs()).toBe(100);
});

test('it rests at once when no stage has anything, and leaves no timer', async () => {
  const { clock, begin, list } = fake();
  expect(await begin([])).toBe('rest');
  expect(await begin([list().stage])).toBe('rest');
  expect(clock.wakeTimesMs()).toEqual([]);
});

test('what a job puts into another stage is done before it rests', async () => {
  const { clock, item, list, run } = fake();
  const items: Item[] = [];
  const second = listStage(clock, 1, items);
  const put = async () => {
    items.push(item('put', 1));
    return 'advanced' as const;
  };
  expect(await run([second.stage, list({ name: 'first', run: put }).stage])).toBe('rest');
  expect(second.log.started).toEqual(['put']);
});

test('a stage whose time comes is asked while a long job of another still runs', async () => {
  const { clock, item, list, run } = fake();
  const soon = list(item('soon', 0, 10));
  await run([list(item('long', HOUR_MS)).stage, soon.stage]);
  expect(soon.log.startedAtMs).toEqual([10]);
  expect(clock.wakeTimesMs()).toEqual([]);
});

test('it gives up when nothing has advanced for its patience, not only when the next time has come', async () => {
  const { clock, item, list, run } = fake();
  expect(await run([list(item('far', 1, 24 * HOUR_MS)).stage])).toBe('out-of-patience');
  expect(clock.monotonicMs()).toBe(HOUR_MS);
});

test('looking in vain is no advance; an advance renews its patience', async () => {
  const { clock, startMs, run } = fake();
  let looks = 0;
  let nextMs = startMs;
  const look = async () => {
    looks += 1;
    nextMs = clock.nowMs() + 600_000;
    return looks === 5 ? ('advanced' as const) : ('waiting' as const);
  };
  const take = () => (nextMs > clock.nowMs() ? [] : [look]);
  expect(await run([idle({ take, nextDueMs: () => nextMs })])).toBe('out-of-patience');
  expect(clock.monotonicMs()).toBe(4 * 600_000 + HOUR_MS);
});

test('the time a job takes is not counted: an upload that breaks after hours is tried again', async () => {
  const { clock, item, run } = fake();
  const items: Item[] = [];
  const breaking = async (signal: AbortSignal) => {
    await clock.sleep(3 * HOUR_MS, signal);
    items.push(item('again', 1, 3 * HOUR_MS + 1_000));
    return 'waiting' as const;
  };
  items.push({ name: 'upload', run: breaking });
  const { stage, log } = listStage(clock, 1, items);
  expect(await run([stage])).toBe('rest');
  expect(log.started).toEqual(['upload', 'again']);
});

/** Two jobs, of which the second takes its time to clean up; both see the signal. */
function slowEnd(clock: FakeClock) {
  const ended: string[] = [];
  const item = (name: string, cleanUpMs: number): Item => ({
    name,
    async run(signal) {
      try {
        await clock.sleep(HOUR_MS, signal);
        return 'advanced';
      } finally {
        await clock.sleep(cleanUpMs, never);
        ended.push(name);
      }
    },
  });
  const items = [item('quick', 1), item('slow', 50), item('waiting', 0)];
  return { ended, ...listStage(clock, 2, items) };
}

test('abort starts nothing more, waits for what is running, and rejects with the reason', async () => {
  const { clock, begin } = fake();
  const { stage, log, ended } = slowEnd(clock);
  const controller = new AbortController();
  const run = begin([stage], controller.signal);
  await clock.advance(10);
  controller.abort(new Error('quit'));
  await expect(clock.play(run)).rejects.toThrow('quit');
  expect([ended, log.started]).toEqual([
    ['quick', 'slow'],
    ['quick', 'slow'],
  ]);
  expect(clock.monotonicMs()).toBe(60);
});

test('abort ends a wait for time too, and a run that was aborted before it began starts nothing', async () => {
  const { clock, item, list, begin } = fake();
  const controller = new AbortController();
  const run = begin([list(item('far', 1, 1_000)).stage], controller.signal);
  await clock.advance(10);
  controller.abort(new Error('quit'));
  await expect(clock.play(run)).rejects.toThrow('quit');
  const late = list(item('late', 1));
  await expect(begin([late.stage], controller.signal)).rejects.toThrow('quit');
  expect([late.log.started, clock.wakeTimesMs()]).toEqual([[], []]);
});

test.each(['a job', 'take', 'nextDueMs'] as const)(
  'an error in %s stops the stage runner: the others are told and waited for, nothing goes on, and the error is passed on',
  async (place) => {
    const { clock, item, list, run } = fake();
    const { stage, ended } = slowEnd(clock);
    let calls = 0;
    const second = <Value>(answer: Value) => {
      calls += 1;
      if (calls === 2) throw new Error('it broke');
      return answer;
    };
    const failing = async () => {
      await clock.sleep(5, never);
      throw new Error('it broke');
    };
    const broken = {
      'a job': list({ name: 'failing', run: failing }).stage,
      take: idle({ take: () => second([]) }),
      nextDueMs: idle({ nextDueMs: () => second(clock.nowMs() + 10) }),
    };
    await expect(run([stage, list(item('tick', 5)).stage, broken[place]])).rejects.toThrow(
      'it broke',
    );
    expect(ended).toEqual(['quick', 'slow']);
  },
);

async function microtasks(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await Promise.resolve();
}

/** A stage that is given items from outside, and takes as long over each as it is told. */
function mailbox(passTicks: number) {
  const seen = { put: 0, taken: 0, turns: 0 };
  const pass = async () => {
    seen.taken = seen.put;
    await microtasks(passTicks);
    return 'advanced' as const;
  };
  const take = () => {
    seen.turns += 1;
    return seen.taken === seen.put ? [] : [pass];
  };
  return { stage: idle({ take }), seen };
}

test.each([0, 1, 2, 5])(
  'no wake is lost, at whichever microtask it falls, beside jobs of %d microtasks',
  async (passTicks) => {
    for (let first = 0; first < 24; first += 1) {
      for (let second = 0; second < 10; second += 1) {
        const clock = makeFakeClock();
        const wakes = makeWakeSignal();
        const stopping = new AbortController();
        const { stage, seen } = mailbox(passTicks);
        // Something far away keeps the stage runner from its rest: only a wake can make it look in time.
        const far = idle({ nextDueMs: () => clock.nowMs() + HOUR_MS });
        const options = { clock, patienceMs: Infinity, wakes };
        const run = runStages([stage, far], options, stopping.signal);
        for (const offset of [first, second]) {
          await microtasks(offset);
          seen.put += 1;
          wakes.wake();
        }
        await microtasks(60);
        expect([seen.taken, first, second]).toEqual([2, first, second]);
        stopping.abort(new Error('enough'));
        await expect(run).rejects.toThrow('enough');
        expect(clock.wakeTimesMs()).toEqual([]);
      }
    }
  },
);

test('a wake while the stages are asked makes it ask again before it rests', async () => {
  const { run } = fake();
  const wakes = makeWakeSignal();
  const { stage, seen } = mailbox(0);
  const take = () => {
    if (seen.put === 0) {
      seen.put += 1;
      wakes.wake();
    }
    return [];
  };
  expect(await run([stage, idle({ take })], { wakes })).toBe('rest');
  expect(seen.taken).toBe(1);
});

test('without a wake nothing is asked, and a pump that has ended hears none', async () => {
  const { clock, item, list } = fake();
  const wakes = makeWakeSignal();
  const { stage, seen } = mailbox(0);
  const options = { clock, patienceMs: HOUR_MS, wakes };
  const run = runStages([stage, list(item('hour', HOUR_MS)).stage], options, never);
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

test('a time at which a stage would look again keeps no run from its rest, and is kept while it goes on', async () => {
  const { clock, startMs, item, list, run } = fake();
  const lookedAtMs: number[] = [];
  let lookAtMs = startMs + 100;
  const take = () => {
    if (lookAtMs > clock.nowMs()) return [];
    lookAtMs = clock.nowMs() + 100;
    lookedAtMs.push(clock.monotonicMs());
    return [];
  };
  const looking = idle({ take, nextRecheckMs: () => lookAtMs });
  expect(await run([looking, list(item('long', 350)).stage])).toBe('rest');
  expect([lookedAtMs, clock.monotonicMs()]).toEqual([[100, 200, 300], 350]);
});

/** Something else that takes its time when it is asked, as the database does. */
const slowToAnswer = (clock: FakeClock, delaysMs: number[]) =>
  idle({
    take() {
      clock.suspend(delaysMs.shift() ?? 0);
      return [];
    },
  });

test.each([
  ['is not forgotten at rest', [3], [5], [], []],
  ['does not wait for what is due next', [10, 12], [0, 1, 4], [], [HOUR_MS / 2]],
  ['nor when something was due just before, in vain', [12], [0, 4], [10], [HOUR_MS / 2]],
])('what falls due while another stage is asked %s', async (_, dueMs, delaysMs, before, after) => {
  const { clock, startMs, item, list, run } = fake();
  const near = list(...dueMs.map((ms) => item(`at ${ms}`, 0, ms)));
  const isAhead = (ms: number) => clock.nowMs() < startMs + ms;
  const inVain = (ms: number) => idle({ nextDueMs: () => (isAhead(ms) ? startMs + ms : null) });
  const slow = slowToAnswer(clock, delaysMs);
  expect(await run([...before.map(inVain), near.stage, slow, ...after.map(inVain)])).toBe('rest');
  expect(near.log.startedAtMs).toHaveLength(dueMs.length);
  expect(near.log.startedAtMs.at(-1)).toBeLessThan(100);
});

test('nothing waits for the fraction of a millisecond by which a time was told too late', async () => {
  const { clock, item, list, run } = fake();
  let fractionMs = 0;
  // As the real ones: the steady clock knows fractions, the wall clock has whole milliseconds.
  const fine = { ...clock, monotonicMs: () => clock.monotonicMs() + fractionMs };
  const dueAtMs = fine.monotonicMs() + 0.2;
  let takenAtMs = Infinity;
  const near = idle({
    take() {
      if (fine.monotonicMs() >= dueAtMs) takenAtMs = Math.min(takenAtMs, fine.monotonicMs());
      return [];
    },
    nextDueMs: () => (fine.monotonicMs() < dueAtMs ? wallTimeMs(dueAtMs, fine) : null),
  });
  const slow = idle({
    take() {
      fractionMs = 0.4;
      return [];
    },
  });
  const far = list(item('far', 0, HOUR_MS / 2));
  expect(await run([near, slow, far.stage], { clock: fine })).toBe('rest');
  expect(takenAtMs).toBeLessThan(100);
});

test('a stage without a next time is waited for by no clock, not even by one before 1970', async () => {
  const { clock, run } = fake();
  clock.setWallClock(-HOUR_MS);
  expect(await run([idle({ nextDueMs: () => null })])).toBe('rest');
  expect(clock.monotonicMs()).toBe(0);
});
