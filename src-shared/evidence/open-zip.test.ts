import { BlobReader, BlobWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { expect, test } from 'vitest';
import type { ChosenEntry } from './chosen.ts';
import { readWhole } from './chosen.ts';
import { openZip } from './open-zip.ts';
import { certificateOf } from './test-support/genuine-bundle.ts';
import { judgeContents } from './test-support/memory-choice.ts';

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const CENTRAL_HEADER = Buffer.from('PK\x01\x02', 'latin1');

async function zipOf(files: Readonly<Record<string, string>>, level = 6): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, level });
  for (const [name, content] of Object.entries(files)) {
    await writer.add(name, new BlobReader(new Blob([content])));
  }
  return Buffer.from(await (await writer.close()).arrayBuffer());
}

const chosen = (bytes: Buffer): ChosenEntry => ({
  path: 'a.zip',
  sizeBytes: bytes.length,
  refusal: null,
  pieces: async function* () {
    yield bytes;
  },
  slice: async (from, to) => bytes.subarray(from, to),
});

/** Each file's content by its path; null: it cannot be read. */
async function contents(zip: Buffer) {
  const opened = await openZip(chosen(zip));
  if (typeof opened === 'string') return opened;
  const read = await Promise.all(
    opened.entries.map(async (entry) => {
      const bytes = await readWhole(entry, 1_000_000);
      return [entry.path, bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : bytes];
    }),
  );
  return Object.fromEntries(read) as Record<string, string | null>;
}

const LONG = 'tide '.repeat(100_000);
const FILES = { 'a/one.csv': LONG, 'two.csv': '2', 'empty.csv': '' };
const READ = { 'a.zip/a/one.csv': LONG, 'a.zip/two.csv': '2', 'a.zip/empty.csv': '' };

test.each([6, 0])('files are read as they were packed, at level %i', async (level) => {
  expect(await contents(await zipOf(FILES, level))).toEqual(READ);
});

test.each([
  ['no ZIP', (_zip: Buffer) => Buffer.from('tide tide'), 'not-a-zip'],
  ['empty', () => Buffer.alloc(0), 'not-a-zip'],
  ['cut off', (zip: Buffer) => zip.subarray(0, zip.length / 2), 'broken'],
])('a file that is %s is not opened, and called so', async (_what, made, why) => {
  expect(await contents(made(await zipOf(FILES)))).toBe(why);
});

test('a ZIP that is another one to programs which read it from its beginning is not opened', async () => {
  const zip = await zipOf(FILES);
  expect(await contents(Buffer.concat([Buffer.from('#!/bin/sh\n'), zip]))).toBe('two-ways');
  const altered = await zipOf({ ...FILES, 'two.csv': '3' });
  expect(await contents(Buffer.concat([altered, zip]))).toBe('two-ways');
});

test('a file whose own header has another name, or that something hides behind, is not read', async () => {
  const zip = await zipOf({ 'one.csv': '1', 'two.csv': '2' }, 0);
  const renamed = Buffer.from(zip);
  renamed[renamed.indexOf('one.csv')] = 'X'.charCodeAt(0);
  expect(await contents(renamed)).toEqual({ 'a.zip/one.csv': null, 'a.zip/two.csv': '2' });
  const shorter = Buffer.from(await zipOf({ 'one.csv': 'one two', 'two.csv': '2' }, 0));
  shorter.writeUInt16LE(shorter.readUInt16LE(6) & ~8, 6); // its sizes stand in its own header
  shorter.writeUInt32LE(3, 18);
  shorter.writeUInt32LE(3, 22);
  expect(await contents(shorter)).toEqual({ 'a.zip/one.csv': null, 'a.zip/two.csv': '2' });
  const second = zip.indexOf(LOCAL_HEADER, 4);
  const hidden = Buffer.concat([
    zip.subarray(0, second),
    zip.subarray(0, second),
    zip.subarray(second),
  ]);
  const headers = [hidden.indexOf(CENTRAL_HEADER), hidden.lastIndexOf(CENTRAL_HEADER)];
  hidden.writeUInt32LE(2 * second, headers[1]! + 42);
  hidden.writeUInt32LE(headers[0]!, hidden.length - 6);
  expect(await contents(hidden)).toEqual({ 'a.zip/one.csv': null, 'a.zip/two.csv': '2' });
});

test('a byte that changed, or an end that is missing, is no content', async () => {
  const zip = await zipOf({ 'one.csv': 'the tide of Monday' }, 0);
  zip[zip.indexOf('Monday')] = 'S'.charCodeAt(0);
  expect(await contents(zip)).toEqual({ 'a.zip/one.csv': null });
  const packed = await zipOf({ 'one.csv': LONG });
  packed.fill(0, 60, 80);
  expect(await contents(packed)).toEqual({ 'a.zip/one.csv': null });
});

test('entries that share their bytes are not read', async () => {
  const zip = await zipOf({ 'one.csv': 'same', 'two.csv': 'same', 'three.csv': 'own' }, 0);
  const second = zip.indexOf(CENTRAL_HEADER, zip.indexOf(CENTRAL_HEADER) + 1);
  zip.writeUInt32LE(0, second + 42); // it begins where the first begins
  expect(await contents(zip)).toEqual({
    'a.zip/one.csv': null,
    'a.zip/two.csv': null,
    'a.zip/three.csv': 'own',
  });
});

test('more than it says, and another way of packing, is not read', async () => {
  const zip = await zipOf({ 'one.csv': LONG });
  const header = zip.indexOf(CENTRAL_HEADER);
  const said = Buffer.from(zip);
  said.writeUInt32LE(10, header + 24);
  expect(await contents(said)).toEqual({ 'a.zip/one.csv': null });
  const other = Buffer.from(zip);
  other.writeUInt16LE(12, header + 10); // bzip2
  expect(await contents(other)).toBe('packed-otherwise');
  const locked = Buffer.from(zip);
  locked.writeUInt16LE(locked.readUInt16LE(header + 8) | 1, header + 8);
  expect(await contents(locked)).toBe('encrypted');
});

test('a ZIP in a ZIP is a file that a certificate can be about, and else told as not opened', async () => {
  const inner = { 'inner.zip': 'PK', 'note.txt': 'x' };
  const { zips } = await judgeContents({ 'outer.zip': await zipOf(inner) });
  expect(zips).toEqual([{ path: 'outer.zip/inner.zip', why: 'inside' }]);
  const certificate = JSON.stringify(certificateOf('inner.zip', 'PK'));
  const certified = await zipOf({ 'inner.zip': 'PK', 'inner.zip.json': certificate });
  const found = await judgeContents({ 'outer.zip': certified });
  expect([found.zips, found.lines.map(({ kind }) => kind)]).toEqual([[], ['fits']]);
});
