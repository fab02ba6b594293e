import { expect, test } from 'vitest';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import { makeNotedTimes } from './waiting.ts';

const YEAR = 365 * 86_400_000;

test.each([-YEAR, YEAR])(
  'a known wait counts by the steady clock when the other moves by %i ms',
  async (ms) => {
    const clock = makeFakeClock();
    const times = makeNotedTimes(clock);
    const notedMs = clock.nowMs();
    await clock.advance(1_000);
    expect(times.nowMs('one', notedMs)).toBe(notedMs + 1_000);
    clock.setWallClock(clock.nowMs() + ms);
    await clock.advance(1_000);
    expect(times.nowMs('one', notedMs)).toBe(notedMs + 2_000);
    expect(times.at('one', notedMs, 1_500)).toBe(notedMs + 1_500);
    expect(times.monotonicMs('one', notedMs, notedMs + 5_000)).toBe(5_000);
  },
);

test('a note that lies ahead is the time from which the wait goes on', async () => {
  const clock = makeFakeClock();
  const times = makeNotedTimes(clock);
  const notedMs = clock.nowMs() + YEAR;
  expect(times.nowMs('one', notedMs)).toBe(notedMs);
  await clock.advance(3_000);
  expect(times.nowMs('one', notedMs)).toBe(notedMs + 3_000);
  expect(times.nowMs('one', notedMs + 60_000)).toBe(notedMs + 60_000);
  expect(times.nowMs('two', 0)).toBe(clock.nowMs());
});
