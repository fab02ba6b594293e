import { expect, test } from 'vitest';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { makeYieldToLoop } from './give-way.ts';

test('steps let others have their turn once they took a few milliseconds together', async () => {
  const clock = makeFakeClock();
  const slept: number[] = [];
  const breathe = makeYieldToLoop({ ...clock, sleep: async (ms) => void slept.push(ms) });
  const sleepsAfter: number[] = [];
  for (const ms of [2, 1, 1, 3, 1]) {
    await clock.advance(ms);
    await breathe(new AbortController().signal);
    sleepsAfter.push(slept.length);
  }
  expect(sleepsAfter).toEqual([0, 0, 1, 1, 2]);
  expect(slept).toEqual([0, 0]);
});
