import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, expect, test } from 'vitest';
import { identityOf } from '../ports/file-identity.ts';
import type { DirectoryEntry, Listing, PathReading } from './file-tree.ts';
import { makePacker, unpackEntries, type PackedFacts } from './packed-entries.ts';
import { bulkFolder, temporaryFolder } from './test-support/temporary-folder.ts';
import { makeWorkerFileTree } from './worker-file-tree.ts';

const tree = makeWorkerFileTree({ workers: 2 });
afterAll(() => tree.close());
const unhurried = new AbortController().signal;

async function entriesOf(path: string): Promise<Map<string, DirectoryEntry>> {
  const reading = await tree.readDirectory(path, unhurried);
  if (reading.kind !== 'read') throw new Error(`cannot read: ${JSON.stringify(reading)}`);
  const entries = [...reading.entries];
  expect(reading.entries.size).toBe(entries.length);
  return new Map(entries.map((entry) => [entry.name, entry]));
}

test('a directory tells what each entry is, and of files which bytes they hold', async () => {
  const folder = temporaryFolder();
  folder.write('file', 'abc');
  folder.write('empty', '');
  folder.makeFolder('directory');
  symlinkSync('file', folder.at('link'));
  symlinkSync('nowhere', folder.at('dangling'));
  symlinkSync('.', folder.at('loop'));
  symlinkSync('/', folder.at('outside'));
  execFileSync('mkfifo', [folder.at('fifo')]);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(folder.at('socket'), resolve));
  const entries = await entriesOf(folder.path);
  await new Promise((resolve) => server.close(resolve));
  const kinds = Object.fromEntries([...entries].map(([name, { kind }]) => [name, kind]));
  expect(kinds).toEqual({
    file: 'file',
    empty: 'file',
    directory: 'directory',
    link: 'symlink',
    dangling: 'symlink',
    loop: 'symlink',
    outside: 'symlink',
    fifo: 'special',
    socket: 'special',
  });
  const identity = identityOf(lstatSync(folder.at('file'), { bigint: true }));
  expect(entries.get('file')).toEqual({ name: 'file', kind: 'file', identity });
});

test('a directory that is made anew is another one, also in the listing above it', async () => {
  const folder = temporaryFolder();
  const identities = new Set<string>();
  for (let time = 0; time < 2; time += 1) {
    folder.makeFolder('above/directory');
    const entry = (await entriesOf(folder.at('above'))).get('directory');
    const reading = await tree.readDirectory(folder.at('above/directory'), unhurried);
    if (entry?.kind !== 'directory' || reading.kind !== 'read') throw new Error('not read');
    expect(entry.identity).toBe(reading.identity);
    identities.add(entry.identity);
    rmdirSync(folder.at('above/directory'));
  }
  expect(identities.size).toBe(2);
});

test('devices are special, and are not opened', async () => {
  const entries = await entriesOf('/dev');
  expect(entries.get('null')?.kind).toBe('special');
});

test('a reading names its directory by device and inode', async () => {
  const folder = temporaryFolder();
  const { dev, ino } = lstatSync(folder.path, { bigint: true });
  const reading = await tree.readDirectory(folder.path, unhurried);
  expect(reading).toMatchObject({ kind: 'read', dev: String(dev), ino: String(ino) });
  expect(await entriesOf(folder.path)).toEqual(new Map());
});

const NAMES = [
  'x'.repeat(255),
  '数'.repeat(85),
  'line\nbreak',
  "it's",
  '"quoted"',
  ' spaces ',
  'back\\slash',
  '#hash',
  '!bang',
  '$HOME',
  '`id`',
  '..dots',
  'tab\t',
  '\u00E9',
  'e\u0301',
  '\uFFFD',
  '\u{1F9EA}',
  '__proto__',
];

test('names of every kind lead back to their files', async () => {
  const folder = temporaryFolder();
  for (const name of NAMES) writeFileSync(folder.at(name), '');
  const entries = await entriesOf(folder.path);
  expect([...entries.keys()].toSorted()).toEqual(NAMES.toSorted());
  for (const name of NAMES) {
    const identity = identityOf(lstatSync(folder.at(name), { bigint: true }));
    expect(entries.get(name)).toEqual({ name, kind: 'file', identity });
    expect(await tree.identify(folder.at(name), unhurried)).toEqual({ kind: 'file', identity });
  }
});

test.runIf(process.platform === 'linux')(
  'a name that is not UTF-8 is told as unusable and not taken for another file',
  async () => {
    const folder = temporaryFolder();
    const raw = (bytes: readonly number[]): Buffer =>
      Buffer.concat([Buffer.from(`${folder.path}/`), Buffer.from(bytes)]);
    writeFileSync(raw([0x61, 0xff]), 'one');
    writeFileSync(raw([0x61, 0xfe]), 'two');
    writeFileSync(folder.at('b\uFFFD'), 'a real name');
    writeFileSync(raw([0x62, 0xff]), 'reads like the real name');
    const reading = await tree.readDirectory(folder.path, unhurried);
    const seen =
      reading.kind === 'read'
        ? [...reading.entries].map(({ name, kind }) => `${name} ${kind}`)
        : [];
    expect(seen.toSorted()).toEqual([
      'a\uFFFD unusable-name',
      'a\uFFFD unusable-name',
      'b\uFFFD file',
      'b\uFFFD unusable-name',
    ]);
  },
);

test('where no directory is, there is none: gone, a file, a link, below a file', async () => {
  const folder = temporaryFolder();
  folder.write('file');
  folder.makeFolder('directory');
  symlinkSync('directory', folder.at('link'));
  for (const name of ['nothing', 'file', 'link', 'file/below']) {
    expect(await tree.readDirectory(folder.at(name), unhurried)).toEqual({ kind: 'absent' });
  }
});

function identify(path: string): Promise<PathReading> {
  return tree.identify(path, unhurried);
}

test('a single path is told as what it is', async () => {
  const folder = temporaryFolder();
  folder.write('file');
  mkdirSync(folder.at('directory'));
  symlinkSync('file', folder.at('link'));
  const { dev, ino } = lstatSync(folder.at('directory'), { bigint: true });
  expect(await identify(folder.at('directory'))).toEqual({
    kind: 'directory',
    dev: String(dev),
    ino: String(ino),
  });
  expect(await identify(folder.at('link'))).toEqual({ kind: 'symlink' });
  expect(await identify('/dev/null')).toEqual({ kind: 'special' });
  expect(await identify(folder.at('nothing'))).toEqual({ kind: 'absent' });
  expect(await identify(folder.at('file/below'))).toEqual({ kind: 'absent' });
});

test('a path that is too long is unreadable, not absent', async () => {
  const path = `/${'x'.repeat(256)}`;
  expect(await tree.identify(path, unhurried)).toEqual({
    kind: 'unreadable',
    errno: 'ENAMETOOLONG',
  });
  expect(await tree.readDirectory(path, unhurried)).toEqual({
    kind: 'unreadable',
    errno: 'ENAMETOOLONG',
  });
});

test('a folder of 20,000 files is read whole, and never holds up the main thread for long', async () => {
  const folder = bulkFolder();
  for (let index = 0; index < 20_000; index += 1) writeFileSync(folder.at(`${index}`), '');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const entries = await entriesOf(folder.path);
  delay.disable();
  expect([...entries.keys()].toSorted()).toEqual(readdirSync(folder.path).toSorted());
  // 20 ms by itself; the rest is room for the other programs on a busy test machine.
  expect(delay.max / 1e6).toBeLessThan(150);
});

test('abort rejects with its reason, before and during a reading', async () => {
  const folder = temporaryFolder();
  const reason = new Error('the folder was removed');
  await expect(tree.readDirectory(folder.path, AbortSignal.abort(reason))).rejects.toBe(reason);
  const leaving = new AbortController();
  const reading = tree.readDirectory(folder.path, leaving.signal);
  leaving.abort(reason);
  await expect(reading).rejects.toBe(reason);
  expect(await tree.identify(folder.at('nothing'), unhurried)).toEqual({ kind: 'absent' });
});

type Fact = readonly [name: string, facts: PackedFacts | 'symlink' | 'unusable-name' | 'EACCES'];

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

const FACTS: PackedFacts = { dev: 1n, ino: 2n, size: 3n, mtimeNs: 4n, ctimeNs: 5n };

test('entries survive their way from the worker, numbers above 2^63 included', () => {
  const odd = { ...FACTS, dev: 2n ** 63n, ino: 2n ** 64n - 1n, mtimeNs: -1_000_000n };
  const listing = packed(
    ['a', odd],
    ['', 'unusable-name'],
    ['b', 'EACCES'],
    ['c', 'symlink'],
    ['d', FACTS],
  );
  expect([...listing]).toEqual([
    {
      name: 'a',
      kind: 'file',
      identity: {
        dev: String(2n ** 63n),
        ino: String(2n ** 64n - 1n),
        sizeBytes: 3,
        mtimeNs: '-1000000',
        ctimeNs: '5',
      },
    },
    { name: '', kind: 'unusable-name' },
    { name: 'b', kind: 'unreadable', errno: 'EACCES' },
    { name: 'c', kind: 'symlink' },
    {
      name: 'd',
      kind: 'file',
      identity: { dev: '1', ino: '2', sizeBytes: 3, mtimeNs: '4', ctimeNs: '5' },
    },
  ]);
  expect(listing.find('c')).toEqual({ name: 'c', kind: 'symlink' });
  expect(listing.find('of another directory')).toBe(null);
});

test('a listing of several thousand entries is whole, piece by piece', () => {
  const names = Array.from({ length: 2_500 }, (_, index) => `${index}`);
  const listing = packed(
    ...names.map((name): Fact => [name, Number(name) % 7 === 0 ? 'EACCES' : FACTS]),
  );
  expect([...listing].map(({ name }) => name)).toEqual(names);
  expect([...listing].filter(({ kind }) => kind === 'file').length).toBe(2_142);
  expect(listing.find('2499')).toMatchObject({ kind: 'unreadable', errno: 'EACCES' });
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
