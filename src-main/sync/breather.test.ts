import { expect, test } from 'vitest';
import { makePlayedClock } from '../test-support/played-clock.ts';
import { makeBreather } from './breather.ts';

test('steps let others have their turn once they took a few milliseconds together', async () => {
  const clock = makePlayedClock();
  const slept: number[] = [];
  const breathe = makeBreather({
    ...clock,
    async sleep(ms) {
      slept.push(ms);
    },
  });
  const unhurried = new AbortController().signal;
  const step = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    await breathe(unhurried);
  };
  for (const ms of [2, 1]) await step(ms);
  expect(slept).toEqual([]);
  await step(1);
  expect(slept).toEqual([0]);
  await step(3);
  expect(slept).toEqual([0]);
  await step(1);
  expect(slept).toEqual([0, 0]);
});
