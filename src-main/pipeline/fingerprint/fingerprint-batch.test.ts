import { closeSync, openSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placeIn } from '../../platform/place.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { fingerprintHere } from '../scan/test-support/on-thread.ts';
import { makeBatchFingerprint } from './fingerprint-batch.ts';

function nextHandle(): number {
  const handle = openSync('/', 'r');
  closeSync(handle);
  return handle;
}

const context = { isCancelled: () => false, pause() {}, onRead() {} };

test('files together give what each gives alone, in their order, and no handle stays open', () => {
  const folder = temporaryFolder();
  const names = ['top', 'also', 'a/1', 'a/2', 'a/back\\slash', 'b/1', 'a/3'];
  for (const name of names) folder.write(name, name);
  symlinkSync('1', folder.at('a/link'));
  symlinkSync('a', folder.at('linked'));
  folder.makeFolder('a/inner');
  const odd = ['a/link', 'a/inner', 'a/nothing', 'linked/1', 'linked/2', 'gone/1', 'gone/2'];
  const places = [...names, ...odd].map((name) => placeIn(folder.path, name));
  const paths = [...places, folder.at('a/1'), folder.at('a/2')];
  const alone = paths.map((path) => fingerprintHere(path));
  expect(new Set(alone.map(({ kind }) => kind))).toEqual(new Set(['done', 'special', 'absent']));
  const files = paths.map((path) => ({ path, expected: null }));
  const fingerprintBatch = makeBatchFingerprint();
  const before = nextHandle();
  expect(fingerprintBatch(files, context)).toEqual(alone);
  expect(nextHandle()).toBe(before);
});
