import { expect, test } from 'vitest';
import { makeWaitingLine } from './waiting-line.ts';

test('a hundred thousand files are put in order and taken one by one within seconds', () => {
  const line = makeWaitingLine();
  const files = Array.from({ length: 100_000 }, (_, fileId) => ({
    fileId,
    projectId: `p${fileId % 20}`,
    sizeBytes: (fileId * 7_919) % 1_000_003,
    sinceMs: 0,
    place: null,
    isBegun: false,
  }));
  const beganMs = performance.now();
  line.add(files);
  let taken = 0;
  while (line.take(1, () => 'take').length > 0) taken += 1;
  expect(taken).toBe(files.length);
  expect(performance.now() - beganMs).toBeLessThan(10_000);
});
