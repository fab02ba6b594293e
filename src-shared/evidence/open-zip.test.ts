import { BlobReader, BlobWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { expect, test } from 'vitest';
import type { ChosenEntry } from './chosen.ts';
import { readWhole } from './chosen.ts';
import { openZip } from './open-zip.ts';

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

test.each([6, 0])(
  'files are read as they were packed, at level %i, also behind other bytes',
  async (level) => {
    const zip = await zipOf(FILES, level);
    expect(await contents(zip)).toEqual(READ);
    expect(await contents(Buffer.concat([Buffer.from('#!/bin/sh\n'), zip]))).toEqual(READ);
  },
);

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
  expect(await contents(other)).toEqual({ 'a.zip/one.csv': null });
});
