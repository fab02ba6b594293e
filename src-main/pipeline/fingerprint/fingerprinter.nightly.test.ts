import { truncateSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { makeFingerprinter } from './fingerprinter.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';

test('a large file reports its progress, rising, at most four times a second', async () => {
  const fingerprinter = makeFingerprinter({ workers: 1 });
  onTestFinished(() => fingerprinter.close());
  const path = temporaryFolder().write('large', '');
  const sizeBytes = 2_000 * 1_048_576;
  truncateSync(path, sizeBytes); // sparse: it takes no room, and is read at the speed of hashing
  const reports: number[] = [];
  const startedAtMs = performance.now();
  const onProgress = (readBytes: number) => reports.push(readBytes);
  const { signal } = new AbortController();
  const print = await fingerprinter.fingerprint(path, null, { onProgress }, signal);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  expect(print).toMatchObject({ kind: 'done', sizeBytes });
  expect(reports.length).toBeGreaterThan(0);
  expect(reports.length).toBeLessThanOrEqual(4 * seconds);
  expect(reports).toEqual(reports.toSorted((one, other) => one - other));
  expect(reports.at(-1)).toBeLessThan(sizeBytes);
}, 120_000);
