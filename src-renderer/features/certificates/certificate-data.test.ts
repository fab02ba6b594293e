import { expect, test } from 'vitest';
import { knownFacts, namesFingerprint } from './certificate-data.tsx';

test('documented names are found wherever they stand, the outermost first; others are left alone', () => {
  const data = {
    record: [{ FileHash: 'inner', more: { JsonCid: 'cid' } }],
    FileHash: 'outer',
    FileLinkStore: 7,
    secret: 'x',
  };
  expect(knownFacts(data)).toEqual([
    { name: 'FileHash', value: 'outer' },
    { name: 'JsonCid', value: 'cid' },
  ]);
  expect([null, 'FileHash', 4, []].map(knownFacts)).toEqual([[], [], [], []]);
});

test('data without end is looked into so far and no further', () => {
  let data: unknown = { FileHash: 'too deep' };
  for (let depth = 0; depth < 10_000; depth += 1) data = { inner: data };
  expect(knownFacts(data)).toEqual([]);
});

test('a fingerprint is recognised in letters of any case', () => {
  expect(namesFingerprint('{"hash":"ABCD12"}', 'abcd12')).toBe(true);
  expect(namesFingerprint('{"hash":"abcd1"}', 'abcd12')).toBe(false);
});
