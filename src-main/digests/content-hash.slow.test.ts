import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { blake3Of, sha256Of } from '../test-support/digests.ts';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { makeThreadedHashes, type ContentHash, type ThreadedHashes } from './content-hash.ts';

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

  test('small forms are hashed in place: no thread, no waiting', () => {
    hashes = makeThreadedHashes();
    for (const withSha256 of [true, false]) {
      const hash = hashes.makeHash(1_000_000, withSha256);
      expect(hash.read).toBeUndefined();
      expect(hash.update(Buffer.from('abc'))).toBeUndefined();
      expect(hash.finish()).toEqual((withSha256 ? both : alone)(Buffer.from('abc')));
    }
  });
});

function opened(content: Uint8Array): number {
  const handle = openSync(temporaryFolder().write('file', content), 'r');
  onTestFinished(() => closeSync(handle));
  return handle;
}

async function readAll(hash: ContentHash, handle: number, sizeBytes: number) {
  const memory = hash.memory?.(65_536) ?? Buffer.alloc(0);
  const parts: Buffer[] = [];
  for (let at = 0; at < sizeBytes + 65_536; at += 65_536) {
    const piece = await hash.read?.(handle, memory, at);
    parts.push(Buffer.from(memory.subarray(0, piece?.bytes)));
    await piece?.hashed;
  }
  return { bytes: Buffer.concat(parts), digests: await hash.finish() };
}

describe('a thread that reads', () => {
  test.each([true, false])(
    'takes what it read, to the end of the file, SHA-256: %s',
    async (withSha256) => {
      const { makeHash } = threaded();
      for (const content of [randomBytes(300_000), randomBytes(65_536)]) {
        const hash = makeHash(content.length, withSha256);
        const read = await readAll(hash, opened(content), content.length);
        expect(read.bytes.equals(content)).toBe(true);
        expect(read.digests).toEqual((withSha256 ? both : alone)(content));
      }
    },
  );

  test('tells why it cannot, and reads the next content all the same', async () => {
    const { makeHash } = threaded();
    const failing = makeHash(9, true);
    const handle = openSync('/', 'r');
    onTestFinished(() => closeSync(handle));
    const memory = failing.memory?.(9) ?? Buffer.alloc(0);
    await expect(failing.read?.(handle, memory, 0)).rejects.toMatchObject({ code: 'EISDIR' });
    failing.discard?.();
    const content = randomBytes(9);
    const { digests } = await readAll(makeHash(9, true), opened(content), 9);
    expect(digests).toEqual(both(content));
  });

  test('reads one content at a time: others are hashed meanwhile as they are read by their senders', async () => {
    const { makeHash } = threaded();
    const reading = makeHash(9, false);
    expect(reading.read).toBeDefined();
    const inPlace = makeHash(9, false);
    expect(inPlace.read).toBeUndefined();
    expect(inPlace.update(Buffer.from('abc'))).toBeUndefined();
    const withThread = makeHash(9, true);
    expect(withThread.read).toBeUndefined();
    await withThread.update(Buffer.from('abc'));
    expect(await withThread.finish()).toEqual(both(Buffer.from('abc')));
    await reading.update(Buffer.from('abc')); // of a source without a handle
    expect(await reading.finish()).toEqual(alone(Buffer.from('abc')));
    const given = makeHash(9, false);
    expect(given.read).toBeDefined();
    given.discard?.();
    expect(makeHash(9, false).read).toBeDefined();
  });

  test('that ends fails its content with a code', async () => {
    const own = threaded();
    const hash = own.makeHash(9, false);
    await hash.update(Buffer.from('half'));
    await own.close();
    const memory = hash.memory?.(9) ?? Buffer.alloc(0);
    await expect(hash.read?.(0, memory, 0)).rejects.toMatchObject({ code: 'EWORKER' });
    await expect(hash.finish()).rejects.toMatchObject({ code: 'EWORKER' });
    const next = own.makeHash(9, false);
    await next.update(Buffer.from('whole'));
    expect(await next.finish()).toEqual(alone(Buffer.from('whole')));
  });
});
