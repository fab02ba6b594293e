import {
  appendFileSync,
  closeSync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { identityOf } from '../../platform/disk/file-identity.ts';
import { placeIn, places } from '../../platform/place.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import type { ExpectedFile, Fingerprint } from '../common/fingerprint.ts';
import { fingerprintHere } from '../scan/test-support/on-thread.ts';
import { makeBatchFingerprint } from './fingerprint-batch.ts';
import { makeFileReadings, realFileReader, type ReadingContext } from './fingerprint-file.ts';
import { packFiles, unpackPrints } from './packed-files.ts';
import { putInPlace } from '../../test-support/put-in-place.ts';

function nextHandle(): number {
  const handle = openSync('/', 'r');
  closeSync(handle);
  return handle;
}

const MEBIBYTE = 1_048_576;

const fingerprintBatch = makeBatchFingerprint();
const calm: ReadingContext = { isCancelled: () => false, pause() {}, onRead() {} };

function together(files: readonly ExpectedFile[], over: Partial<ReadingContext> = {}) {
  return unpackPrints(fingerprintBatch(packFiles(files), { ...calm, ...over }), files);
}

/** Only what is read alone shows its time of birth. */
function withoutBirth(print: Fingerprint): Fingerprint {
  if (print.kind !== 'done') return print;
  const { birthtimeNs: _, ...others } = print;
  return others;
}

test('files together give what each gives alone, in their order, and no handle stays open', () => {
  const folder = temporaryFolder();
  const names = ['top', 'also', 'a/1', 'a/2', 'a/back\\slash', 'b/1', 'a/3'];
  for (const name of names) folder.write(name, name);
  folder.write('a/empty', '');
  for (const mebibytes of [1, 3])
    truncateSync(folder.write(`a/${mebibytes}M`, ''), mebibytes * MEBIBYTE);
  symlinkSync('1', folder.at('a/link'));
  symlinkSync('a', folder.at('linked'));
  folder.makeFolder('a/inner');
  const found = [...names, 'a/empty', 'a/1M', 'a/3M'];
  const odd = ['a/link', 'a/inner', 'a/nothing', 'linked/1', 'linked/2', 'gone/1', 'gone/2'];
  const beneath = [...found, ...odd].map((name) => placeIn(folder.path, name));
  const paths = [...beneath, folder.at('a/1'), folder.at('a/2')];
  const alone = paths.map((path) => withoutBirth(fingerprintHere(path)));
  expect(new Set(alone.map(({ kind }) => kind))).toEqual(new Set(['done', 'special', 'absent']));
  const before = nextHandle();
  const unexpected = paths.map((path) => ({ path, expected: null }));
  expect(together(unexpected).map(withoutBirth)).toEqual(alone);
  const files = paths.map((path, index) => {
    const print = alone[index];
    return { path, expected: print?.kind === 'done' ? print.identity : null };
  });
  expect(together(files).map(withoutBirth)).toEqual(alone);
  expect(nextHandle()).toBe(before);
});

/** Two files in one directory, as they are expected; what changes from now on gets later times, however coarse they are. */
function pair(sizeBytes: number) {
  const folder = temporaryFolder();
  const path = folder.write('one', '');
  truncateSync(path, sizeBytes);
  folder.write('other', 'other');
  const changedNs = statSync(path, { bigint: true }).ctimeNs;
  const probe = folder.at('probe');
  do writeFileSync(probe, '');
  while (statSync(probe, { bigint: true }).ctimeNs <= changedNs);
  const files = ['one', 'other'].map((name) => ({
    path: placeIn(folder.path, name),
    expected: identityOf(lstatSync(folder.at(name), { bigint: true })),
  }));
  return { folder, path, files };
}

test('a file other than the expected one is not read, and leaves no trace in its times', () => {
  const { path, files } = pair(5);
  utimesSync(path, 1_000_000, 2_000_000);
  const before = statSync(path, { bigint: true });
  let reads = 0;
  const onRead = () => (reads += 1);
  expect(together(files, { onRead }).map(({ kind }) => kind)).toEqual(['changed', 'done']);
  expect(reads).toBe(1);
  const now = files.map((file) => ({ path: file.path, expected: null }));
  expect(together(now).map(({ kind }) => kind)).toEqual(['done', 'done']);
  expect(statSync(path, { bigint: true })).toEqual(before);
});

describe.each([
  ['of one block', 10],
  ['of several blocks', 3 * MEBIBYTE],
])('a torn reading %s has no result', (_size, sizeBytes) => {
  test.each<readonly [string, (path: string) => void]>([
    ['cut short', (path) => truncateSync(path, sizeBytes - 1)],
    ['grown', (path) => appendFileSync(path, 'more')],
    ['moved away', (path) => renameSync(path, `${path}.moved`)],
    ['removed', (path) => unlinkSync(path)],
    [
      'replaced',
      (path) => {
        writeFileSync(`${path}.new`, '');
        truncateSync(`${path}.new`, sizeBytes);
        putInPlace(`${path}.new`, path);
      },
    ],
    [
      'rewritten with its size and mtime restored',
      (path) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(path, 'other', { flag: 'r+' });
        utimesSync(path, atime, mtime);
      },
    ],
  ])('when the file is %s meanwhile', (_what, change) => {
    const { path, files } = pair(sizeBytes);
    let isChanged = false;
    const onRead = () => {
      if (!isChanged) change(path);
      isChanged = true;
    };
    expect(together(files, { onRead })).toEqual([
      { kind: 'changed' },
      expect.objectContaining({ kind: 'done' }),
    ]);
  });
});

test('nothing more is read once nobody wants it', () => {
  const { files } = pair(10);
  expect(together(files, { isCancelled: () => true }).map(({ kind }) => kind)).toEqual([
    'changed',
    'changed',
  ]);
});

test.runIf(process.platform === 'linux')(
  'a drive that gives fewer bytes at once gives the same digest',
  () => {
    const { folder, files } = pair(10);
    const held = places.hold(`${folder.path}//`);
    if (held === null) throw new Error('the folder cannot be held');
    const readings = makeFileReadings({
      ...realFileReader,
      read: (handle, into, offset) => realFileReader.read(handle, into.subarray(0, 3), offset),
    });
    const digests = Buffer.alloc(32);
    const seen = held.look('one');
    expect(readings.inDirectory(held, 'one', seen, digests, 0, calm)).toBeNull();
    expect(held.release()).toBe(true);
    expect(together(files)).toMatchObject([{ blake3: digests.toString('hex') }, {}]);
  },
);

test.runIf(process.platform === 'linux')('what reaches beyond its told size is not taken', () => {
  const folder = temporaryFolder();
  truncateSync(folder.write('one', ''), 3 * MEBIBYTE);
  const held = places.hold(`${folder.path}//`);
  if (held === null) throw new Error('the folder cannot be held');
  for (const size of [10, MEBIBYTE, 2 * MEBIBYTE]) {
    const seen = { ...held.look('one'), size: BigInt(size) };
    const readings = makeFileReadings({ ...realFileReader, fstat: () => seen });
    const read = readings.inDirectory(held, 'one', seen, Buffer.alloc(32), 0, calm);
    expect([size, read]).toEqual([size, { kind: 'changed' }]);
  }
  expect(held.release()).toBe(true);
});
