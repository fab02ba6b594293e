import { expect, test } from 'vitest';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import { startWatchdog } from './call-limits.ts';
import { TookTooLong } from './network-error.ts';

const LIMITS = { connectMs: 1_000, silenceMs: 200, wholeMs: 1_500 };

test.each([
  ['no connection stands', [], 1_000],
  ['silence after a sign of life', [100], 300],
  ['a late sign of life, which leaves the same silence', [100, 250, 400], 600],
  ['a drip that never ends', [150, 300, 450, 600, 750, 900, 1_050, 1_200, 1_350], 1_500],
])('%s ends the exchange at its limit', async (_what, signsOfLife, endMs) => {
  const clock = makeFakeClock();
  const watchdog = startWatchdog(clock, LIMITS);
  for (const atMs of signsOfLife) {
    await clock.advance(atMs - clock.monotonicMs());
    watchdog.moved();
  }
  await clock.advance(endMs - 1 - clock.monotonicMs());
  expect(watchdog.signal.aborted).toBe(false);
  await clock.advance(1);
  expect(watchdog.signal.reason).toBeInstanceOf(TookTooLong);
  await watchdog.end();
  expect(clock.wakeTimesMs()).toEqual([]);
});

test('what has ended leaves no timer', async () => {
  const clock = makeFakeClock();
  const watchdog = startWatchdog(clock, LIMITS);
  await watchdog.end();
  await clock.advance(5_000);
  expect([watchdog.signal.aborted, clock.wakeTimesMs()]).toEqual([false, []]);
});
