import { expect, test } from 'vitest';
import { axisTicks } from './chart-drawing.tsx';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [26, [0, 10, 20, 30]],
  [28, [0, 10, 20, 30]],
  [473, [0, 200, 400, 600]],
  [1_284, [0, 500, 1_000, 1_500]],
])('an axis up to %i has the marks %j', (most, ticks) => {
  expect(axisTicks(most)).toEqual(ticks);
});
