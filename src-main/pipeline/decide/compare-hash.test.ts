import { expect, test } from 'vitest';
import { compareHash } from './compare-hash.ts';

const CONTENT = {
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  blake3: '6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85',
};
const MD5 = '900150983cd24fb0d6963f7d28e17f72';
const OTHER = 'f'.repeat(64);
const hex = (algorithm: 'sha256' | 'md5') => ({ algorithm, encoding: 'hex' }) as const;

/** Counts how often the file is read again, and in which algorithms. */
function reader(digests: Readonly<Record<string, string>> | null) {
  const asked: string[] = [];
  return {
    asked,
    more: async (algorithms: readonly string[]) => {
      asked.push(algorithms.join(' '));
      return digests;
    },
  };
}

test('the kept fingerprints decide without reading the file again', async () => {
  const { asked, more } = reader(null);
  for (const text of [CONTENT.sha256, CONTENT.blake3.toUpperCase()]) {
    expect(await compareHash(text, CONTENT, null, more)).toMatchObject({ verdict: 'same' });
  }
  expect(await compareHash(OTHER, CONTENT, hex('sha256'), more)).toEqual({
    verdict: 'other',
    method: null,
  });
  expect(asked).toEqual([]);
});

test('another algorithm is tried on the file, only those of that length, and teaches', async () => {
  const { asked, more } = reader({ md5: MD5 });
  expect(await compareHash(MD5, CONTENT, null, more)).toEqual({
    verdict: 'same',
    method: hex('md5'),
  });
  expect(asked).toEqual(['md5']);
});

test('an equal digest identifies although another way was learned before', async () => {
  const { more } = reader(null);
  expect(await compareHash(CONTENT.sha256, CONTENT, hex('md5'), more)).toEqual({
    verdict: 'same',
    method: hex('sha256'),
  });
});

test('a difference says nothing before the way is known, nor when the file cannot be read', async () => {
  const unknown = { verdict: 'unknown', method: null };
  const unread = reader(null);
  expect(await compareHash(OTHER, CONTENT, null, unread.more)).toEqual(unknown);
  expect(await compareHash(MD5, CONTENT, hex('md5'), unread.more)).toEqual(unknown);
  const read = reader({ 'sha3-256': 'aa', 'keccak-256': 'bb', 'blake2b-256': 'cc' });
  expect(await compareHash(OTHER, CONTENT, null, read.more)).toEqual(unknown);
  expect(read.asked).toEqual(['sha3-256 keccak-256 blake2b-256']);
  expect(await compareHash('a page', CONTENT, hex('md5'), read.more)).toEqual(unknown);
});

test('a known way and a different digest are another content', async () => {
  const { more } = reader({ md5: 'e'.repeat(32) });
  expect(await compareHash(MD5, CONTENT, hex('md5'), more)).toMatchObject({ verdict: 'other' });
});
