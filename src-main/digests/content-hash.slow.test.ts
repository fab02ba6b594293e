import { randomBytes } from 'node:crypto';
import { blake3Of, sha256Of } from '../test-support/digests.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { makeThreadedHashes, type ThreadedHashes } from './content-hash.ts';

let hashes: ThreadedHashes | null = null;
afterEach(() => hashes?.close());

function threaded(): ThreadedHashes {
  hashes = makeThreadedHashes(1);
  return hashes;
}

const both = (bytes: Uint8Array) => ({ blake3: blake3Of(bytes), sha256: sha256Of(bytes) });
const alone = (bytes: Uint8Array) => ({ blake3: blake3Of(bytes), sha256: null });

describe('a hash in its thread', () => {
  test('gives what a hash in place gives, for several forms at once, in shared memory or not', async () => {
    const { makeHash } = threaded();
    const contents = [randomBytes(3_000_000), randomBytes(1_000), Buffer.alloc(0)];
    const digests = contents.map(async (content) => {
      const hash = makeHash(content.length + 1, true);
      const memory = hash.memory?.(65_536) ?? Buffer.alloc(0);
      for (let at = 0; at < content.length; at += 65_536) {
        const piece = content.subarray(at, at + 65_536);
        memory.set(piece);
        await hash.update(at % 2 === 0 ? memory.subarray(0, piece.length) : piece);
      }
      return hash.finish();
    });
    expect(await Promise.all(digests)).toEqual(contents.map(both));
  });

  test('one that is given up leaves the others alone', async () => {
    const { makeHash } = threaded();
    const [kept, given] = [makeHash(9, true), makeHash(9, true)];
    await given.update(Buffer.from('half'));
    given.discard?.();
    await kept.update(Buffer.from('whole'));
    expect(await kept.finish()).toEqual(both(Buffer.from('whole')));
  });

  test('a thread that ends fails its hashes with a code, and the next form gets a new thread', async () => {
    const own = threaded();
    const hash = own.makeHash(9, true);
    await hash.update(Buffer.from('half'));
    await own.close();
    await hash.update(Buffer.from('more'));
    await expect(hash.finish()).rejects.toMatchObject({ code: 'EWORKER' });
    const next = own.makeHash(9, true);
    await next.update(Buffer.from('whole'));
    expect(await next.finish()).toEqual(both(Buffer.from('whole')));
  });

  test('small forms, and the proof alone, are hashed in place: no thread, no waiting', () => {
    hashes = makeThreadedHashes();
    for (const [bytes, withSha256] of [
      [1_000_000, true],
      [1_000_000_000, false],
    ] as const) {
      const hash = hashes.makeHash(bytes, withSha256);
      expect(hash.update(Buffer.from('abc'))).toBeUndefined();
      expect(hash.finish()).toEqual((withSha256 ? both : alone)(Buffer.from('abc')));
    }
  });
});
