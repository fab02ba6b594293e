import { runCutUpload } from './support/cut-upload.ts';
import { expect, test } from './support/lab.ts';

// `npm run bench -- resume` does the same with half a gigabyte and prints what it took.
const SIZE_BYTES = 66_000_000; // each eleventh is larger than what the sockets on the way can hold

test('cut ten times, four times together with the program, a file is sent once and recorded once', async ({
  newLab: lab,
}) => {
  const report = await runCutUpload(lab, { sizeBytes: SIZE_BYTES, cuts: 10, kills: 4 });
  expect(report.last).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(report.takenIn).toMatchObject([{ sha256: report.sha256, charged: 1 }]);
  expect([report.cuts, report.kills]).toEqual([10, 4]);
  expect(report.passedBytes).toBeGreaterThan(SIZE_BYTES);
  expect(report.passedBytes).toBeLessThan(SIZE_BYTES * 1.1);
});
