import { expect, test } from 'vitest';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { makeLargeFileSpeed } from './concurrency-limits.ts';

const LARGE = 20_000_000;

/** Sends files side by side for so long; the time passes while they are on their way. */
function sender() {
  const clock = makeFakeClock();
  const speed = makeLargeFileSpeed(clock);
  async function send(takesMs: number, [first = 0, ...others]: readonly number[]): Promise<void> {
    const end = speed.begin(first);
    await (others.length > 0 ? send(takesMs, others) : clock.advance(takesMs));
    speed.moved(first, first);
    end();
  }
  return { clock, speed, send };
}

test('only large files are measured, and only while one is on its way', async () => {
  const { clock, speed, send } = sender();
  await send(60_000, [100]);
  expect(speed.bytesPerSecond()).toBeNull();
  await send(10_000, [LARGE]);
  expect(speed.bytesPerSecond()).toBe(2_000_000);
  await clock.advance(86_400_000);
  expect(speed.bytesPerSecond()).toBe(2_000_000);
  await send(30_000, [LARGE]);
  expect(speed.bytesPerSecond()).toBe(1_000_000);
});

test('the end of a resumed file is no measurement: it sends little and waits long', async () => {
  const { clock, speed, send } = sender();
  const end = speed.begin(LARGE);
  speed.moved(LARGE, 300);
  await clock.advance(4_000);
  end();
  expect(speed.bytesPerSecond()).toBeNull();
  await send(10_000, [LARGE]);
  expect(speed.bytesPerSecond()).toBeCloseTo((LARGE + 300) / 14, 3);
});

test('large files that go side by side count together, and what is long ago counts less', async () => {
  const together = sender();
  await together.send(10_000, [LARGE, LARGE]);
  expect(together.speed.bytesPerSecond()).toBe(4_000_000);
  const slow = sender();
  await slow.send(2_000_000, [LARGE]); // 10 bytes per ms, for longer than is remembered whole
  await slow.send(1_000, [LARGE]);
  expect(slow.speed.bytesPerSecond()).toBeCloseTo((LARGE * 1.5 * 1_000) / 1_001_000, 3);
});
