import { expect, test } from 'vitest';
import { saysItIsUnfinished } from './fingerprint-file.ts';

const NOW_MS = 1_790_000_000_000;

/** The first bytes of an HDF5 file, as HDF5 1.10 writes them. */
function superblock(version: number, flags: number): Buffer {
  const first = Buffer.from('894844460d0a1a0a0000000000080800040010000000000000000000', 'hex');
  first.writeUInt8(version, 8);
  first.writeUInt8(flags, version < 2 ? 20 : 11);
  return first;
}

function facts(changedAgoMs: number) {
  const atNs = BigInt(NOW_MS - changedAgoMs) * 1_000_000n;
  return { dev: 1n, ino: 2n, size: 28n, mtimeNs: atNs - 5n, ctimeNs: atNs };
}

test.each([
  ['open for writing, version 0', superblock(0, 1), 0, true],
  ['open for writing, version 1', superblock(1, 1), 0, true],
  ['open for writing, version 2', superblock(2, 1), 0, true],
  ['written while others read it, version 3', superblock(3, 5), 3_599_000, true],
  ['changed in the future', superblock(3, 5), -1e9, true],
  ['closed, version 0', superblock(0, 0), 0, false],
  ['closed, version 3', superblock(3, 0), 0, false],
  ['left open by a crash, an hour ago', superblock(3, 5), 3_600_000, false],
  ['shorter than a superblock', superblock(3, 5).subarray(0, 12), 0, false],
  ['something else', Buffer.alloc(64, 1), 0, false],
  ['empty', Buffer.alloc(0), 0, false],
])('an HDF5 file that is %s', (_what, first, agoMs, isUnfinished) => {
  expect(saysItIsUnfinished(first, facts(agoMs), NOW_MS)).toBe(isUnfinished);
});
