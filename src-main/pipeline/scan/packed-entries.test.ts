import { expect, test } from 'vitest';
import type { Listing } from './file-tree.ts';
import type { FileFacts } from '../../platform/disk/file-identity.ts';
import { makePacker, unpackEntries } from './packed-entries.ts';

type Fact = readonly [name: string, facts: FileFacts | 'symlink' | 'unusable-name' | 'EACCES'];

function packed(...facts: readonly Fact[]): Listing {
  const packer = makePacker();
  packer.begin(1);
  packer.other('of another directory', 'special');
  packer.pack();
  packer.begin(facts.length);
  for (const [name, fact] of facts) {
    if (fact === 'EACCES') packer.unreadable(name, fact);
    else if (typeof fact === 'string') packer.other(name, fact);
    else packer.file(name, fact);
  }
  return unpackEntries(packer.pack());
}

const FACTS: FileFacts = { dev: 1n, ino: 2n, size: 3n, mtimeNs: 4n, ctimeNs: 5n };
const IDENTITY = { dev: '1', ino: '2', sizeBytes: 3, mtimeNs: '4', ctimeNs: '5' };

test('entries survive their way from the worker, numbers above 2^63 included', () => {
  const [dev, ino] = [2n ** 63n, 2n ** 64n - 1n];
  const listing = packed(
    ['a', { ...FACTS, dev, ino, mtimeNs: -1_000_000n }],
    ['', 'unusable-name'],
    ['b', 'EACCES'],
    ['c', 'symlink'],
    ['d', FACTS],
  );
  const odd = { ...IDENTITY, dev: String(dev), ino: String(ino), mtimeNs: '-1000000' };
  expect([...listing]).toEqual([
    { name: 'a', kind: 'file', identity: odd },
    { name: '', kind: 'unusable-name' },
    { name: 'b', kind: 'unreadable', errno: 'EACCES' },
    { name: 'c', kind: 'symlink' },
    { name: 'd', kind: 'file', identity: IDENTITY },
  ]);
});

test('times that 64 bits do not hold arrive as the system told them, beside others', () => {
  const [ofNtfs, ofACamera] = [-11_644_473_600_000_000_000n, 10_413_792_000_123_000_000n];
  const listing = packed(
    ['broken', 'EACCES'],
    ['old', { ...FACTS, mtimeNs: ofNtfs }],
    ['near', FACTS],
    ['new', { ...FACTS, mtimeNs: ofACamera, ctimeNs: ofACamera }],
    ['last', FACTS],
  );
  const [old, young] = [String(ofNtfs), String(ofACamera)];
  expect([...listing]).toEqual([
    { name: 'broken', kind: 'unreadable', errno: 'EACCES' },
    { name: 'old', kind: 'file', identity: { ...IDENTITY, mtimeNs: old } },
    { name: 'near', kind: 'file', identity: IDENTITY },
    { name: 'new', kind: 'file', identity: { ...IDENTITY, mtimeNs: young, ctimeNs: young } },
    { name: 'last', kind: 'file', identity: IDENTITY },
  ]);
});

test('a listing of several thousand entries is whole, piece by piece', () => {
  const facts = Array.from({ length: 2_500 }, (_, index): Fact => {
    return [`${index}`, index % 7 === 0 ? 'EACCES' : FACTS];
  });
  const listing = packed(...facts);
  expect([...listing]).toEqual(
    facts.map(([name, fact]) =>
      fact === 'EACCES'
        ? { name, kind: 'unreadable', errno: fact }
        : { name, kind: 'file', identity: IDENTITY },
    ),
  );
});

const digestOf = (...facts: readonly Fact[]) => packed(...facts).digest;

test('one digest tells a listing from every other', () => {
  const one = digestOf(['a', FACTS], ['b', 'symlink']);
  expect(digestOf(['a', FACTS], ['b', 'symlink'])).toBe(one);
  const others = [
    digestOf(),
    digestOf(['a', FACTS]),
    digestOf(['a', FACTS], ['c', 'symlink']),
    digestOf(['a', FACTS], ['b', 'EACCES']),
    digestOf(['a', FACTS], ['b', 'unusable-name']),
    ...Object.keys(FACTS).map((key) => digestOf(['a', { ...FACTS, [key]: 9n }], ['b', 'symlink'])),
  ];
  expect(new Set([one, ...others]).size).toBe(11);
});
