import { expect, test } from 'vitest';
import { makePlayedClock } from '../test-support/played-clock.ts';
import { makeLargeFileSpeed } from './large-file-speed.ts';

const LARGE = 20_000_000;

/** Sends one file for so long; the time passes while it is on its way. */
function sender() {
  const clock = makePlayedClock();
  const speed = makeLargeFileSpeed(clock);
  const send = (sizeBytes: number, takesMs: number) =>
    speed.during(sizeBytes, async () => {
      await clock.advance(takesMs);
      speed.moved(sizeBytes, sizeBytes);
    });
  return { clock, speed, send };
}

test('only large files are measured, and only while one is on its way', async () => {
  const { clock, speed, send } = sender();
  await send(100, 60_000);
  expect(speed.bytesPerSecond()).toBeNull();
  await send(LARGE, 10_000);
  expect(speed.bytesPerSecond()).toBe(2_000_000);
  await clock.advance(86_400_000);
  expect(speed.bytesPerSecond()).toBe(2_000_000);
  await send(LARGE, 30_000);
  expect(speed.bytesPerSecond()).toBe(1_000_000);
});

test('large files that go side by side count together, and what is long ago counts less', async () => {
  const { clock, speed } = sender();
  await speed.during(LARGE, async () => {
    await speed.during(LARGE, async () => {
      await clock.advance(10_000);
      speed.moved(LARGE, LARGE);
      speed.moved(LARGE, LARGE);
    });
  });
  expect(speed.bytesPerSecond()).toBe(4_000_000);
  const slow = sender();
  await slow.send(LARGE, 2_000_000); // 10 bytes per ms, for longer than is remembered whole
  await slow.send(LARGE, 1_000);
  expect(slow.speed.bytesPerSecond()).toBeCloseTo((LARGE * 1.5 * 1_000) / 1_001_000, 3);
});
