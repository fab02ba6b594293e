import { randomBytes } from 'node:crypto';
import { appendFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashInPlace } from '../../../digests/content-hash.ts';
import { writeForm, nextPieceBytes } from './write-form.ts';
import { type FormSource, openSourceFile } from './source-file.ts';
import { blake3Of, sha256Of } from '../../../test-support/digests.ts';
import { realClock } from '../../../platform/real-ports.ts';
import { bodyOf, jobFor, makeTempFolder, never } from '../test-support/upload-setup.ts';
import { putInPlace } from '../../../test-support/put-in-place.ts';

const EMPTY = { blake3: blake3Of(''), sha256: null };
const turn = () => new Promise((resolve) => setImmediate(resolve));

interface World extends Partial<FormSource> {
  readonly fromByte?: number;
  readonly toByte?: number;
  readonly signal?: AbortSignal;
  /** Bytes of holes behind the content. */
  readonly sparseBytes?: number;
  /** What happens when a piece is written, before its memory may be used again. */
  readonly onPiece?: (piece: Uint8Array, path: string) => unknown;
}

/** Writes a file with `onDisk`, sends the form of `fingerprinted`, and collects what was written. */
async function pass(onDisk: Uint8Array, world: World = {}, fingerprinted = onDisk) {
  using folder = makeTempFolder();
  const path = folder.write('run.raw', onDisk);
  const { fromByte = 0, toByte, signal = never, onPiece, sparseBytes = 0, ...over } = world;
  if (sparseBytes > 0) truncateSync(path, sparseBytes);
  const job = jobFor('http://127.0.0.1/', path, fingerprinted);
  const opened = await openSourceFile(path);
  if (!opened.ok) throw new Error(opened.fault.code);
  const written: Buffer[] = [];
  const kept: string[] = [];
  let released = 0;
  try {
    const result = await writeForm(
      {
        ...job,
        content: { kind: 'file', file: opened.value },
        clock: realClock,
        keepSha256: (sha256) => void kept.push(sha256),
        releaseTail: async (isStopped) => {
          if (isStopped()) return false;
          released += 1;
          return true;
        },
        ...over,
      },
      { fromByte, toByte: toByte ?? job.form.totalBytes },
      async (piece) => {
        const order = written.push(Buffer.alloc(0)) - 1;
        await onPiece?.(piece, path);
        if (sparseBytes === 0) written[order] = Buffer.from(piece); // read as late as allowed
      },
      signal,
    );
    return { result, written: Buffer.concat(written), released, kept, job };
  } finally {
    await opened.value.close();
  }
}

/** At the first piece. */
function once(act: (path: string) => void): NonNullable<World['onPiece']> {
  let isDone = false;
  return (_piece, path) => {
    if (!isDone) act(path);
    isDone = true;
  };
}

describe('the bytes', () => {
  test('are the same from every offset, to the last byte', async () => {
    const content = randomBytes(300_000);
    const whole = bodyOf((await pass(content)).job, content);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length }), async (fromByte) => {
        const { result, written, released } = await pass(content, { fromByte });
        expect(result.ok).toBe(true);
        expect(written.equals(whole.subarray(fromByte))).toBe(true);
        expect(released).toBe(1);
      }),
      { examples: [[0], [1], [whole.length - 1], [whole.length]], numRuns: 30 },
    );
  });

  test('of an empty file are its form, through the same gate', async () => {
    const { written, released, job } = await pass(Buffer.alloc(0));
    expect(written.toString()).toBe(job.form.head + job.form.tail);
    expect(released).toBe(1);
  });

  test('have a SHA-256 of their own where it is wanted, stored before the tail is released', async () => {
    const content = randomBytes(300_000);
    expect((await pass(content)).kept).toEqual([sha256Of(content)]);
    expect((await pass(content, { fromByte: 200_000 })).kept).toEqual([sha256Of(content)]);
    expect((await pass(content, { wantsSha256: false })).kept).toEqual([]);
    const order: string[] = [];
    const keepSha256 = () => void order.push('SHA-256');
    const releaseTail = async () => order.push('release') > 0;
    await pass(content, { keepSha256, releaseTail });
    expect(order).toEqual(['SHA-256', 'release']);
  });

  test('an offset outside the form is a bug', async () => {
    await expect(pass(Buffer.from('abc'), { fromByte: 1_000_000 })).rejects.toThrow(RangeError);
  });

  test('a piece keeps its bytes until it was taken, however late that is', async () => {
    const content = randomBytes(9_000_000);
    let order = 0;
    const { result, written, job } = await pass(content, {
      async onPiece() {
        for (let turns = order++ % 3; turns > 0; turns -= 1) await turn();
      },
    });
    expect(result.ok).toBe(true);
    expect(written.equals(bodyOf(job, content))).toBe(true);
  });

  test('64 MiB pass through five buffers of at most 1 MiB, at most two of them with the kernel', async () => {
    const memory = new Set<ArrayBufferLike>();
    let bytes = 0;
    let withKernel = 0;
    let most = 0;
    const moreWillCome = () => most < 2 && bytes < 67_108_864;
    const { result, job } = await pass(Buffer.alloc(0), {
      sparseBytes: 67_108_864,
      makeHash: () => ({ update() {}, finish: () => EMPTY }), // the hash has tests of its own
      async onPiece(piece) {
        bytes += piece.length;
        if (piece.length < 65_536) return;
        memory.add(piece.buffer);
        withKernel += 1;
        most = Math.max(most, withKernel);
        while (moreWillCome()) await turn(); // however slow the disk is
        for (let turns = 0; turns < 20; turns += 1) await turn();
        withKernel -= 1;
      },
    });
    expect(result.ok).toBe(true);
    expect(bytes).toBe(job.form.totalBytes);
    expect(memory.size).toBeLessThanOrEqual(5);
    expect([...memory].every((buffer) => buffer.byteLength <= 1_048_576)).toBe(true);
    expect(most).toBe(2); // together they are taken within the limit for stalls
  });

  test('pieces shrink on a slow line and grow on a quick one, within their bounds', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 10_000 })), (times) => {
        const size = times.reduce(nextPieceBytes, 65_536);
        expect(size).toBeGreaterThanOrEqual(65_536);
        expect(size).toBeLessThanOrEqual(1_048_576);
      }),
    );
    expect(nextPieceBytes(131_072, 10)).toBe(262_144);
    expect(nextPieceBytes(131_072, 5_000)).toBe(65_536);
    expect(nextPieceBytes(131_072, 1_000)).toBe(131_072);
  });

  test('a hash that answers late, as from a worker, sees the same bytes', async () => {
    const { result } = await pass(randomBytes(6_000_000), {
      makeHash() {
        const hash = hashInPlace(0, true);
        let order: Promise<unknown> = Promise.resolve();
        return {
          async update(bytes) {
            order = order.then(turn);
            await order;
            await hash.update(bytes);
          },
          finish: async () => hash.finish(),
        };
      },
    });
    expect(result.ok).toBe(true);
  });
});

describe('the gate', () => {
  const content = randomBytes(3_000_000);
  const abc = Buffer.from('abc');

  test.each<[string, (path: string) => void]>([
    ['truncated', (path) => truncateSync(path, 1_000_000)],
    ['grown', (path) => appendFileSync(path, 'more')],
    ['rewritten in place', (path) => writeFileSync(path, randomBytes(content.length))],
    [
      'rewritten with its mtime restored',
      (path) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(path, randomBytes(content.length));
        utimesSync(path, atime, mtime);
      },
    ],
    [
      'replaced by another file',
      (path) => {
        writeFileSync(`${path}.new`, content);
        putInPlace(`${path}.new`, path);
      },
    ],
  ])('stays shut for a file %s while it is read', async (_how, change) => {
    const { result, written, released, job } = await pass(content, { onPiece: once(change) });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'source-changed' } });
    expect(released).toBe(0);
    expect(written.includes(job.form.tail)).toBe(false);
  });

  test('stays shut when the file changed before the first byte, and nothing is written', async () => {
    const { identity } = (await pass(abc)).job;
    const { result, written } = await pass(abc, { identity });
    expect(result).toEqual({ ok: false, fault: { kind: 'source-changed', how: 'identity' } });
    expect(written).toHaveLength(0);
  });

  test('stays shut when the bytes sent are not the fingerprinted ones, whatever the identity says (P12)', async () => {
    const { result, released } = await pass(abc, {}, Buffer.from('abd'));
    expect(result).toEqual({ ok: false, fault: { kind: 'source-changed', how: 'content' } });
    expect(released).toBe(0);
  });

  test('hashes the part before the offset again: what the service holds must still be ours', async () => {
    const other = Buffer.from(content);
    other.writeUInt8(content.readUInt8(0) ^ 1, 0); // only the first byte differs, and it is not sent again
    const { result, written, job } = await pass(content, { fromByte: 150_000 }, other);
    expect(result).toEqual({ ok: false, fault: { kind: 'source-changed', how: 'content' } });
    expect(written.includes(job.form.tail)).toBe(false);
  });

  test('stays shut when the SHA-256 cannot be stored', async () => {
    const { result, released } = await pass(abc, {
      keepSha256() {
        throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      },
    });
    expect(result).toEqual({ ok: false, fault: { kind: 'not-released', code: 'SQLITE_FULL' } });
    expect(released).toBe(0);
  });

  test('keeps no SHA-256 of bytes that are not the fingerprinted ones', async () => {
    expect((await pass(abc, {}, Buffer.from('abd'))).kept).toEqual([]);
  });

  test('a release that throws keeps the tail back and says with which code', async () => {
    const { result, written, job } = await pass(abc, {
      async releaseTail() {
        throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      },
    });
    expect(result).toEqual({ ok: false, fault: { kind: 'not-released', code: 'SQLITE_FULL' } });
    expect(written.toString()).toBe(`${job.form.head}abc`);
  });

  test.each([1, 2, 3])('an abort at piece %i releases nothing', async (stopAt) => {
    const stop = new AbortController();
    let pieces = 0;
    const { result, released } = await pass(content, {
      signal: stop.signal,
      onPiece() {
        pieces += 1;
        if (pieces === stopAt) stop.abort();
      },
    });
    expect(result).toEqual({ ok: false, fault: { kind: 'interrupted' } });
    expect([pieces, released]).toEqual([stopAt, 0]);
  });

  test('an abort in the last moment, when all is proven, still releases nothing', async () => {
    const stop = new AbortController();
    const { result, released, written, job } = await pass(content, {
      signal: stop.signal,
      makeHash() {
        const hash = hashInPlace(content.length, true);
        return {
          update: (bytes) => hash.update(bytes),
          finish() {
            stop.abort();
            return hash.finish();
          },
        };
      },
    });
    expect(result).toEqual({ ok: false, fault: { kind: 'interrupted' } });
    expect(released).toBe(0);
    expect(written.equals(Buffer.concat([Buffer.from(job.form.head), content]))).toBe(true);
  });

  test('of a form whose file is proven, head and content are handed over together, its tail after the release', async () => {
    const headBytes = Buffer.byteLength((await pass(abc)).job.form.head);
    for (const [fromByte, pieces] of [
      [0, ['piece', 'piece']],
      [10, ['piece', 'piece']],
      [headBytes + 1, ['piece']],
    ] as const) {
      const order: string[] = [];
      const { job, written, result } = await pass(abc, {
        content: { kind: 'proven', bytes: abc, sha256Hex: null },
        fromByte,
        onPiece: () => void order.push('piece'),
        releaseTail: async () => order.push('release') > 0,
      });
      expect(result.ok).toBe(true);
      expect(written.equals(bodyOf(job, abc).subarray(fromByte))).toBe(true);
      expect(order).toEqual([...pieces, 'release', 'piece']);
    }
  });

  test('an abort while the release waits for its commit is seen there', async () => {
    const stop = new AbortController();
    const { job, written, result } = await pass(abc, {
      content: { kind: 'proven', bytes: abc, sha256Hex: null },
      signal: stop.signal,
      releaseTail: async (isStopped) => {
        await turn();
        stop.abort();
        return !isStopped();
      },
    });
    expect(result).toEqual({ ok: false, fault: { kind: 'interrupted' } });
    expect(written.toString()).toBe(`${job.form.head}abc`);
  });

  test('a read that fails is named by its code', async () => {
    const broken = Object.assign(new Error('io'), { code: 'EIO' });
    const { identity } = (await pass(abc)).job;
    const file = {
      identity: async () => identity,
      read: () => Promise.reject(broken),
      close: async () => undefined,
    };
    const { result } = await pass(abc, { identity, content: { kind: 'file', file } });
    expect(result).toEqual({ ok: false, fault: { kind: 'source-unreadable', code: 'EIO' } });
  });

  test.each([
    new TypeError('a mistake'),
    Object.assign(new RangeError('a mistake'), { code: 'ERR_OUT_OF_RANGE' }),
  ])('a bug is no unreadable file: it is thrown, and the gate stays closed', async (mistake) => {
    const { identity } = (await pass(abc)).job;
    const file = {
      identity: async () => identity,
      read: () => Promise.reject(mistake),
      close: async () => undefined,
    };
    let released = 0;
    const releaseTail = async () => (released += 1) > 0;
    const gate = pass(abc, { identity, content: { kind: 'file', file }, releaseTail });
    await expect(gate).rejects.toBe(mistake);
    expect(released).toBe(0);
  });
});
