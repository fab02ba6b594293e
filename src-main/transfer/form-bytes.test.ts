import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeSha256 } from './content-hash.ts';
import { writeForm } from './form-bytes.ts';
import type { FormSource } from './form-source.ts';
import { nextPieceBytes } from './piece-ring.ts';
import { openSourceFile, type SourceFile } from './source-file.ts';
import { bodyOf, jobFor, makeTempFolder } from './test-support/upload-setup.ts';
import { realClock } from './test-support/real-clock.ts';

const never = new AbortController().signal;

async function opened(path: string): Promise<SourceFile> {
  const file = await openSourceFile(path);
  if (!file.ok) throw new Error(file.fault.code);
  return file.value;
}

/** Runs one pass and collects what was written; `onPiece` plays the world outside. */
async function pass(
  content: Uint8Array,
  path: string,
  over: Partial<FormSource> & { fromByte?: number; signal?: AbortSignal; onPiece?: () => void },
) {
  const job = jobFor('http://127.0.0.1/', path, content);
  const file = await opened(path);
  const pieces: Buffer[] = [];
  let released = 0;
  const { fromByte = 0, signal = never, onPiece, ...rest } = over;
  try {
    const result = await writeForm(
      {
        ...job,
        content: { kind: 'file', file },
        clock: realClock,
        releaseTail: () => void (released += 1),
        ...rest,
      },
      { fromByte, toByte: job.form.totalBytes },
      async (piece) => {
        pieces.push(Buffer.from(piece));
        onPiece?.();
        await Promise.resolve();
      },
      signal,
    );
    return { result, written: Buffer.concat(pieces), released, job };
  } finally {
    await file.close();
  }
}

describe('the bytes', () => {
  test('are the same from every offset, to the last byte', async () => {
    using folder = makeTempFolder();
    const content = randomBytes(300_000);
    const path = folder.write('run.raw', content);
    const whole = bodyOf(jobFor('http://127.0.0.1/', path, content), content);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length }), async (fromByte) => {
        const { result, written, released } = await pass(content, path, { fromByte });
        expect(result.ok).toBe(true);
        expect(written.equals(whole.subarray(fromByte))).toBe(true);
        expect(released).toBe(1);
      }),
      { examples: [[0], [1], [whole.length - 1], [whole.length]], numRuns: 60 },
    );
  });

  test('of an empty file are its form, through the same gate', async () => {
    using folder = makeTempFolder();
    const path = folder.write('empty', '');
    const { written, released, job } = await pass(Buffer.alloc(0), path, {});
    expect(written.toString()).toBe(job.form.head + job.form.tail);
    expect(released).toBe(1);
  });

  test('an offset outside the form is a bug', async () => {
    using folder = makeTempFolder();
    const path = folder.write('a', 'abc');
    await expect(pass(Buffer.from('abc'), path, { fromByte: 1_000_000 })).rejects.toThrow(
      RangeError,
    );
  });

  test('a piece keeps its bytes until it was taken, however late that is', async () => {
    using folder = makeTempFolder();
    const content = randomBytes(9_000_000);
    const path = folder.write('run.raw', content);
    const job = jobFor('http://127.0.0.1/', path, content);
    const file = await opened(path);
    const seen: Buffer[] = [];
    const result = await writeForm(
      { ...job, content: { kind: 'file', file }, clock: realClock, releaseTail() {} },
      { fromByte: 0, toByte: job.form.totalBytes },
      async (piece) => {
        const order = seen.push(Buffer.alloc(0)) - 1;
        await new Promise((resolve) => setTimeout(resolve, order % 3));
        seen[order] = Buffer.from(piece); // read as late as allowed
      },
      never,
    );
    await file.close();
    expect(result.ok).toBe(true);
    expect(Buffer.concat(seen).equals(bodyOf(job, content))).toBe(true);
  });

  test('256 MiB pass through eight buffers of at most 1 MiB, used again and again', async () => {
    using folder = makeTempFolder();
    const path = folder.write('sparse.raw', '');
    truncateSync(path, 268_435_456);
    const job = jobFor('http://127.0.0.1/', path, Buffer.alloc(0));
    const file = await opened(path);
    const memory = new Set<ArrayBufferLike>();
    let bytes = 0;
    const result = await writeForm(
      {
        ...job,
        content: { kind: 'file', file },
        clock: realClock,
        releaseTail() {},
        makeHash: () => ({ update() {}, digestHex: () => job.sha256Hex }), // the hash has tests of its own
      },
      { fromByte: 0, toByte: job.form.totalBytes },
      async (piece) => {
        bytes += piece.length;
        if (piece.length >= 65_536) memory.add(piece.buffer);
        await Promise.resolve();
      },
      never,
    );
    await file.close();
    expect(result.ok).toBe(true);
    expect(bytes).toBe(job.form.totalBytes);
    expect(memory.size).toBeLessThanOrEqual(8);
    expect([...memory].every((buffer) => buffer.byteLength <= 1_048_576)).toBe(true);
  });

  test('at most four pieces are with the kernel at a time: together they are taken within the limit for stalls', async () => {
    using folder = makeTempFolder();
    const content = randomBytes(20_000_000);
    const path = folder.write('run.raw', content);
    const job = jobFor('http://127.0.0.1/', path, content);
    const file = await opened(path);
    let withKernel = 0;
    let most = 0;
    const result = await writeForm(
      { ...job, content: { kind: 'file', file }, clock: realClock, releaseTail() {} },
      { fromByte: 0, toByte: job.form.totalBytes },
      async (piece) => {
        if (piece.length < 65_536) return;
        withKernel += 1;
        most = Math.max(most, withKernel);
        await new Promise((resolve) => setTimeout(resolve, 5));
        withKernel -= 1;
      },
      never,
    );
    await file.close();
    expect(result.ok).toBe(true);
    expect(most).toBe(4);
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
});

describe('the gate', () => {
  const changes: readonly [string, (path: string, content: Buffer) => void][] = [
    ['truncated', (path) => truncateSync(path, 1_000_000)],
    ['grown', (path) => appendFileSync(path, 'more')],
    ['rewritten in place', (path, content) => writeFileSync(path, randomBytes(content.length))],
    [
      'rewritten with its mtime restored',
      (path, content) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(path, randomBytes(content.length));
        utimesSync(path, atime, mtime);
      },
    ],
    [
      'replaced by another file',
      (path, content) => {
        writeFileSync(`${path}.new`, content);
        renameSync(`${path}.new`, path);
      },
    ],
  ];
  test.each(changes)('stays shut for a file %s while it is read', async (_how, change) => {
    using folder = makeTempFolder();
    const content = randomBytes(3_000_000);
    const path = folder.write('run.raw', content);
    let isChanged = false;
    const { result, written, released, job } = await pass(content, path, {
      onPiece() {
        if (isChanged) return;
        isChanged = true;
        change(path, content);
      },
    });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'source-changed' } });
    expect(released).toBe(0);
    expect(written.includes(job.form.tail)).toBe(false);
  });

  test('stays shut when the file changed before the first byte, and nothing is written', async () => {
    using folder = makeTempFolder();
    const path = folder.write('run.raw', 'abc');
    const { identity } = jobFor('http://127.0.0.1/', path, 'abc');
    appendFileSync(path, 'd');
    const { result, written } = await pass(Buffer.from('abc'), path, { identity });
    expect(result).toEqual({ ok: false, fault: { kind: 'source-changed', how: 'identity' } });
    expect(written).toHaveLength(0);
  });

  test('stays shut when the bytes sent are not the fingerprinted ones, whatever the identity says', async () => {
    using folder = makeTempFolder();
    const path = folder.write('run.raw', 'abc');
    const { result, released } = await pass(Buffer.from('abd'), path, {});
    expect(result).toEqual({ ok: false, fault: { kind: 'source-changed', how: 'content' } });
    expect(released).toBe(0);
  });

  test('hashes the part before the offset again: what the service holds must still be ours', async () => {
    using folder = makeTempFolder();
    const content = randomBytes(200_000);
    const path = folder.write('run.raw', content);
    const other = Buffer.from(content);
    other.writeUInt8(content.readUInt8(0) ^ 1, 0); // only the first byte differs, and it is not sent again
    const { result, written, job } = await pass(other, path, { fromByte: 150_000 });
    expect(result).toEqual({ ok: false, fault: { kind: 'source-changed', how: 'content' } });
    expect(written.includes(job.form.tail)).toBe(false);
  });

  test('a release that throws keeps the tail back and says with which code', async () => {
    using folder = makeTempFolder();
    const path = folder.write('run.raw', 'abc');
    const { result, written, job } = await pass(Buffer.from('abc'), path, {
      releaseTail() {
        throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      },
    });
    expect(result).toEqual({ ok: false, fault: { kind: 'not-released', code: 'SQLITE_FULL' } });
    expect(written.toString()).toBe(`${job.form.head}abc`);
  });

  test('an abort at any piece releases nothing', async () => {
    using folder = makeTempFolder();
    const content = randomBytes(400_000);
    const path = folder.write('run.raw', content);
    for (const stopAt of [1, 2, 3]) {
      const stop = new AbortController();
      let pieces = 0;
      const { result, released } = await pass(content, path, {
        signal: stop.signal,
        onPiece() {
          pieces += 1;
          if (pieces === stopAt) stop.abort();
        },
      });
      expect(result).toEqual({ ok: false, fault: { kind: 'interrupted' } });
      expect([pieces, released]).toEqual([stopAt, 0]);
    }
  });

  test('an abort in the last moment, when all is proven, still releases nothing', async () => {
    using folder = makeTempFolder();
    const content = randomBytes(100_000);
    const path = folder.write('run.raw', content);
    const stop = new AbortController();
    const { result, released, written, job } = await pass(content, path, {
      signal: stop.signal,
      makeHash() {
        const hash = makeSha256();
        return {
          update: (bytes) => hash.update(bytes),
          digestHex() {
            stop.abort();
            return hash.digestHex();
          },
        };
      },
    });
    expect(result).toEqual({ ok: false, fault: { kind: 'interrupted' } });
    expect(released).toBe(0);
    expect(written.equals(Buffer.concat([Buffer.from(job.form.head), content]))).toBe(true);
  });

  test('a hash that answers late, as from a worker, sees the same bytes', async () => {
    using folder = makeTempFolder();
    const content = randomBytes(6_000_000);
    const path = folder.write('run.raw', content);
    const { result } = await pass(content, path, {
      makeHash() {
        const hash = makeSha256();
        let order: Promise<unknown> = Promise.resolve();
        return {
          async update(bytes) {
            order = order.then(() => new Promise((resolve) => setTimeout(resolve, 1)));
            await order;
            await hash.update(bytes);
          },
          digestHex: async () => hash.digestHex(),
        };
      },
    });
    expect(result.ok).toBe(true);
  });

  test('of a form whose file is proven, head and content are handed over together, its tail after the release', async () => {
    using folder = makeTempFolder();
    const path = folder.write('run.raw', 'abc');
    const content = { kind: 'proven', bytes: Buffer.from('abc') } as const;
    const bytesBefore = Buffer.byteLength(jobFor('http://x/', path, 'abc').form.head) + 1;
    for (const [fromByte, pieces] of [
      [0, ['piece', 'piece']],
      [10, ['piece', 'piece']],
      [bytesBefore, ['piece']],
    ] as const) {
      const order: string[] = [];
      const { job, written, result } = await pass(content.bytes, path, {
        content,
        fromByte,
        onPiece: () => order.push('piece'),
        releaseTail: () => order.push('release'),
      });
      expect(result.ok).toBe(true);
      expect(written.equals(bodyOf(job, content.bytes).subarray(fromByte))).toBe(true);
      expect(order).toEqual([...pieces, 'release', 'piece']);
    }
  });

  test('a read that fails is named by its code', async () => {
    using folder = makeTempFolder();
    const path = folder.write('run.raw', 'abc');
    const file = await opened(path);
    const broken = Object.assign(new Error('io'), { code: 'EIO' });
    const { result } = await pass(Buffer.from('abc'), path, {
      content: { kind: 'file', file: { ...file, read: () => Promise.reject(broken) } },
    });
    await file.close();
    expect(result).toEqual({ ok: false, fault: { kind: 'source-unreadable', code: 'EIO' } });
  });
});
