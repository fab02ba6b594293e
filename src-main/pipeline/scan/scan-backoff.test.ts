import { expect, test } from 'vitest';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { makeScanBackoff } from './scan-stage.ts';

test('a directory rests four times as long as its reading took, by its share of the entries', async () => {
  const clock = makeFakeClock();
  const rests = makeScanBackoff(clock);
  await clock.advance(1_000);
  rests.wereRead(new Map(Object.entries({ large: 899, small: 99, empty: 0 })), 1_001);
  const left = (path: string) => rests.untilMs(path) - clock.monotonicMs();
  expect(['large', 'small', 'empty'].map(left)).toEqual([3_600, 400, 4]);
  await clock.advance(400);
  expect([rests.untilMs('small'), rests.untilMs('never read')]).toEqual([0, 0]);
  expect(left('large')).toBe(3_200);
  rests.wereRead(new Map([['small', 1]]), 1);
  expect([left('small'), left('large')]).toEqual([4, 3_200]);
});
