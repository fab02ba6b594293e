import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Fingerprint } from '../../pipeline/common/fingerprint.ts';
import { identity, temporaryFolder } from '../../test-support/temporary-state.ts';
import { makeReadDigests } from './read-digests.ts';

const never = new AbortController().signal;

/** A reading of a file that ends as the test specifies. */
function reading(print: Fingerprint, progress: readonly number[] = []) {
  const asked: unknown[] = [];
  const read = makeReadDigests({
    verifier: () => ({
      fingerprint: async (_path, expected, { more, onProgress }) => {
        asked.push([expected, more]);
        for (const done of progress) onProgress?.(done);
        return print;
      },
    }),
  });
  return { read, asked };
}

test.each<[Fingerprint, unknown]>([
  [{ kind: 'changed' }, { kind: 'changed-while-read' }],
  [{ kind: 'absent' }, { kind: 'absent' }],
  [{ kind: 'special' }, { kind: 'not-a-file' }],
  [
    { kind: 'unreadable', errno: 'EACCES' },
    { kind: 'unreadable', errno: 'EACCES' },
  ],
])('a file that cannot be vouched for is a doubt: %j', async (print, doubt) => {
  expect(await reading(print).read('/data/run.raw', {}, never)).toEqual({ kind: 'doubt', doubt });
});

test('one reading makes all digests, and tells how far it is of how much', async () => {
  const file = path.join(temporaryFolder(), 'run.raw');
  fs.writeFileSync(file, 'measured');
  const done: Fingerprint = {
    kind: 'done',
    blake3: 'bb',
    sizeBytes: 8,
    identity: identity({ mtimeNs: '1600000000123456789' }),
    more: { sha256: 'aa', md5: 'cc' },
  };
  const { read, asked } = reading(done, [3, 8]);
  const reported: (readonly number[])[] = [];
  const onProgress = (...of: readonly number[]) => reported.push(of);
  expect(await read(file, { algorithms: ['md5'], onProgress }, never)).toEqual({
    kind: 'read',
    file: {
      name: 'run.raw',
      path: file,
      sizeBytes: 8,
      modifiedAtMs: 1_600_000_000_123,
      digests: { sha256: 'aa', blake3: 'bb', md5: 'cc' },
    },
  });
  expect(reported).toEqual([
    [3, 8],
    [8, 8],
  ]);
  expect(asked).toEqual([[null, ['sha256', 'md5']]]);
});
