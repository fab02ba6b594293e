/** What the threads add to the reading of files, and what no quick test can make: a FIFO. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { identityOf } from '../../platform/disk/file-identity.ts';
import { places } from '../../platform/place.ts';
import { makeFileReadings, realFileReader, type FileReader } from './fingerprint-file.ts';
import { makeFingerprinter } from './fingerprinter.ts';
import { fingerprintHere } from '../scan/test-support/on-thread.ts';
import { blake3Of } from '../../test-support/digests.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';

const fingerprinter = makeFingerprinter({ workers: 2 });
afterAll(() => fingerprinter.close());

const unhurried = new AbortController().signal;

test('what threads read arrives as it was read, and does not mix, further digests included', async () => {
  const folder = temporaryFolder();
  const paths = Array.from({ length: 60 }, (_, index) => folder.write(`${index}`, `${index % 3}`));
  const more = ['md5', 'keccak-256'] as const;
  const prints = paths.map((path) => fingerprinter.fingerprint(path, null, { more }, unhurried));
  expect(await Promise.all(prints)).toEqual(paths.map((path) => fingerprintHere(path, { more })));
});

test('fingerprints of many files come in their order, each as if it had been read alone', async () => {
  const folder = temporaryFolder();
  const [a, b] = [folder.write('a', 'abc'), folder.write('b', 'other')];
  const before = identityOf(lstatSync(b, { bigint: true }));
  writeFileSync(b, 'rewritten');
  const paths = [a, b, folder.makeFolder('directory'), `${a} is gone`, a];
  const files = paths.map((path) => ({ path, expected: path === b ? before : null }));
  const prints = await fingerprinter.fingerprintAll(files, {}, unhurried);
  expect(prints).toEqual(files.map(({ path, expected }) => fingerprintHere(path, { expected })));
  const kinds = prints.map(({ kind }) => kind);
  expect(kinds).toEqual(['done', 'changed', 'special', 'absent', 'done']);
});

test('a file that ends the threads that read it is told; those beside it are read', async () => {
  const url = new URL('./test-support/mortal-worker.ts', import.meta.url);
  const mortal = makeFingerprinter({ workers: 1, url });
  onTestFinished(() => mortal.close());
  const files = ['a', 'deadly', 'b'].map((path) => ({ path, expected: null }));
  expect(await mortal.fingerprintAll(files, {}, unhurried)).toEqual([
    { kind: 'absent' },
    { kind: 'unreadable', errno: 'EWORKER' },
    { kind: 'absent' },
  ]);
});

test('a FIFO is never waited for, also when it takes the place of a file at the last moment', async () => {
  const folder = temporaryFolder();
  const [fifo, file] = [folder.at('fifo'), folder.write('file')];
  execFileSync('mkfifo', [fifo]);
  expect(await fingerprinter.fingerprint(fifo, null, {}, unhurried)).toEqual({ kind: 'special' });
  const open: FileReader['open'] = (at, flags) => {
    unlinkSync(at);
    renameSync(fifo, at);
    return realFileReader.open(at, flags);
  };
  expect(fingerprintHere(file, { files: { open } })).toEqual({ kind: 'special' });
});

test('nothing is taken from a FIFO that takes the place of a file in a held directory', () => {
  const folder = temporaryFolder();
  folder.write('file', 'content');
  const seen = lstatSync(folder.at('file'), { bigint: true });
  execFileSync('mkfifo', [folder.at('fifo')]);
  const ends = openSync(folder.at('fifo'), constants.O_RDWR);
  onTestFinished(() => closeSync(ends));
  writeSync(ends, 'content');
  const held = places.hold(`${folder.path}//`);
  if (held === null) throw new Error('the folder cannot be held');
  const readings = makeFileReadings();
  const context = { isCancelled: () => false, pause() {}, onRead() {} };
  const digests = Buffer.alloc(32);
  const readAs = (name: string) => readings.inDirectory(held, name, seen, digests, 0, context);
  expect(readAs('file')).toBeNull();
  expect(digests.toString('hex')).toBe(blake3Of('content'));
  expect(readAs('fifo')).toEqual({ kind: 'special' });
  expect(readSync(ends, Buffer.alloc(100))).toBe('content'.length);
  folder.makeFolder('directory');
  expect(readAs('directory')).toEqual({ kind: 'special' });
  expect(held.release()).toBe(true);
});

test('a large file is let go at once when nobody wants it any more, and so is the thread', async () => {
  const own = makeFingerprinter({ workers: 1 });
  onTestFinished(() => own.close());
  const leaving = new AbortController();
  const folder = temporaryFolder();
  const [large, small] = [folder.write('large', ''), folder.write('small')];
  truncateSync(large, 200_000_000_000); // sparse; reading it to its end would take minutes
  const onProgress = () => leaving.abort(new Error('the folder was removed'));
  const reading = own.fingerprint(large, null, { onProgress }, leaving.signal);
  await expect(reading).rejects.toThrow('the folder was removed');
  expect((await own.fingerprint(small, null, {}, unhurried)).kind).toBe('done');
});

test('small files do not wait for a large one, even with one reader', async () => {
  const own = makeFingerprinter({ workers: 1 });
  onTestFinished(() => own.close());
  const folder = temporaryFolder();
  const [large, small] = [folder.write('large', ''), folder.write('small')];
  truncateSync(large, 200_000_000_000); // sparse; reading it to its end would take minutes
  const expected = identityOf(lstatSync(large, { bigint: true }));
  const leaving = new AbortController();
  const begun = Promise.withResolvers<void>();
  const onProgress = () => begun.resolve();
  const reading = own.fingerprint(large, expected, { onProgress }, leaving.signal);
  await begun.promise;
  expect((await own.fingerprint(small, null, {}, unhurried)).kind).toBe('done');
  leaving.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});
