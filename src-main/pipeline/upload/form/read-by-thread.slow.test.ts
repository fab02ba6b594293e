/** The commit gate over files that a thread reads, as it does for large ones. */
import { randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { makeThreadedHashes } from '../../../digests/content-hash.ts';
import { realClock } from '../../../platform/real-ports.ts';
import { sha256Of } from '../../../test-support/digests.ts';
import { bodyOf, jobFor, makeTempFolder, never } from '../test-support/upload-setup.ts';
import { writeForm } from './write-form.ts';
import { type FormSource, type HashCarry, openSourceFile } from './source-file.ts';

const hashes = makeThreadedHashes(1);
afterAll(() => hashes.close());

const content = randomBytes(9_000_000);

interface World extends Partial<FormSource> {
  readonly fingerprinted?: Uint8Array;
  readonly signal?: AbortSignal;
  /** In parts that end there. */
  readonly ends?: readonly number[];
  readonly onPiece?: (path: string) => unknown;
}

async function pass({
  fingerprinted = content,
  signal = never,
  ends = [],
  onPiece,
  ...over
}: World = {}) {
  using folder = makeTempFolder();
  const path = folder.write('run.raw', content);
  const job = jobFor('http://127.0.0.1/', path, fingerprinted);
  const opened = await openSourceFile(path);
  if (!opened.ok) throw new Error(opened.fault.code);
  const written: Buffer[] = [];
  const kept: string[] = [];
  let released = 0;
  const carry: HashCarry = { current: null };
  const source: FormSource = {
    ...job,
    content: { kind: 'file', file: opened.value },
    clock: realClock,
    makeHash: hashes.makeHash,
    carry,
    keepSha256: (sha256) => void kept.push(sha256),
    releaseTail: async () => (released += 1) > 0,
    ...over,
  };
  const results = [];
  let fromByte = 0;
  try {
    for (const toByte of [...ends, job.form.totalBytes]) {
      const range = { fromByte, toByte };
      fromByte = toByte;
      const result = await writeForm(
        source,
        range,
        async (piece) => {
          const order = written.push(Buffer.alloc(0)) - 1;
          await onPiece?.(path);
          written[order] = Buffer.from(piece); // read as late as allowed
        },
        signal,
      );
      results.push(result);
      if (!result.ok) break;
    }
  } finally {
    carry.current?.hash.discard?.();
    await opened.value.close();
  }
  return { result: results.at(-1), written: Buffer.concat(written), released, kept, job };
}

test.each([true, false])(
  'the bytes arrive as they are, with their SHA-256 where it is wanted: %s',
  async (wantsSha256) => {
    const { result, written, released, kept, job } = await pass({ wantsSha256 });
    expect(result).toEqual({ ok: true, value: null });
    expect(written.equals(bodyOf(job, content))).toBe(true);
    expect(released).toBe(1);
    expect(kept).toEqual(wantsSha256 ? [sha256Of(content)] : []);
  },
);

test('parts after each other are proven together', async () => {
  const { result, written, released, job } = await pass({ ends: [10, 3_000_000, 8_000_000] });
  expect(result?.ok).toBe(true);
  expect(written.equals(bodyOf(job, content))).toBe(true);
  expect(released).toBe(1);
});

test.each<[string, (path: string) => void]>([
  ['truncated', (path) => truncateSync(path, 1_000_000)],
  ['grown', (path) => appendFileSync(path, 'more')],
  ['rewritten in place', (path) => writeFileSync(path, randomBytes(content.length))],
])('the gate stays shut for a file %s while it is read', async (_how, change) => {
  let isChanged = false;
  const { result, written, released, job } = await pass({
    onPiece(path) {
      if (!isChanged) change(path);
      isChanged = true;
    },
  });
  expect(result).toMatchObject({ ok: false, fault: { kind: 'source-changed' } });
  expect(released).toBe(0);
  expect(written.includes(job.form.tail)).toBe(false);
});

test('the gate stays shut when the bytes sent are not the fingerprinted ones', async () => {
  const { result, released } = await pass({ fingerprinted: randomBytes(content.length) });
  expect(result).toEqual({ ok: false, fault: { kind: 'source-changed', how: 'content' } });
  expect(released).toBe(0);
});

test('an abort releases nothing, and the next form is read by the thread again', async () => {
  const stop = new AbortController();
  const { result, released } = await pass({ signal: stop.signal, onPiece: () => stop.abort() });
  expect(result).toEqual({ ok: false, fault: { kind: 'interrupted' } });
  expect(released).toBe(0);
  const next = hashes.makeHash(9, false);
  expect(next.read).toBeDefined();
  next.discard?.();
});

test('a handle that is lent stays open until it is given back', async () => {
  using folder = makeTempFolder();
  const opened = await openSourceFile(folder.write('run.raw', 'abc'));
  if (!opened.ok) throw new Error(opened.fault.code);
  const over = Promise.withResolvers<void>();
  let lent = -1;
  const use = opened.value.lend?.((handle) => {
    lent = handle;
    return over.promise;
  });
  await opened.value.close();
  const other = openSync('/', 'r');
  expect(other).not.toBe(lent);
  closeSync(other);
  expect(await opened.value.read(Buffer.alloc(3), 3, 0)).toBe(3);
  over.resolve();
  await use;
});
