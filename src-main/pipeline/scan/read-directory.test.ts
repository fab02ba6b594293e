import { lstatSync, rmdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { directoryIdentity, identityOf } from '../../platform/disk/file-identity.ts';
import type { DirectoryEntry } from './file-tree.ts';
import { unpackEntries } from './packed-entries.ts';
import { readDirectoryFacts, readPath } from './read-directory.ts';
import { bulkFolder, temporaryFolder } from '../../test-support/temporary-folder.ts';
import { hasFreeNames, hasLinks, hasSocketFiles } from '../../test-support/this-system.ts';

const isWindows = process.platform === 'win32';

function entriesOf(path: string): readonly DirectoryEntry[] {
  const facts = readDirectoryFacts(path);
  if (facts.kind !== 'read') throw new Error(`cannot read: ${JSON.stringify(facts)}`);
  const listing = unpackEntries(facts.entries);
  expect(listing.size).toBe([...listing].length);
  return [...listing];
}

const fileAt = (path: string) => ({
  kind: 'file',
  identity: identityOf(lstatSync(path, { bigint: true })),
});

test('a directory tells what each entry is, and of files which bytes they hold', async () => {
  const folder = temporaryFolder();
  const kinds = { file: 'file', empty: 'file', directory: 'directory' };
  const special = hasSocketFiles ? { socket: 'special' } : {};
  const links = hasLinks ? { link: 'file', dangling: 'nowhere', loop: '.', outside: '/' } : {};
  folder.write('file', 'abc');
  folder.write('empty', '');
  folder.makeFolder('directory');
  for (const [name, target] of Object.entries(links)) symlinkSync(target, folder.at(name));
  if (hasSocketFiles) {
    const server = createServer();
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    await new Promise<void>((resolve) => server.listen(folder.at('socket'), resolve));
  }
  const entries = entriesOf(folder.path);
  expect(Object.fromEntries(entries.map(({ name, kind }) => [name, kind]))).toEqual({
    ...kinds,
    ...special,
    ...Object.fromEntries(Object.keys(links).map((name) => [name, 'symlink'])),
  });
  expect(entries).toContainEqual({ name: 'file', ...fileAt(folder.at('file')) });
  expect(entriesOf(folder.at('directory'))).toEqual([]);
});

test.skipIf(isWindows)('devices are special', () => {
  expect(entriesOf('/dev')).toContainEqual({ name: 'null', kind: 'special' });
});

test('a directory that is made anew is another one, also in the listing above it', () => {
  const folder = temporaryFolder();
  const identities = [1, 2].map(() => {
    const path = folder.makeFolder('above/directory');
    const { dev, ino } = lstatSync(path, { bigint: true });
    const reading = readDirectoryFacts(path);
    expect(reading).toMatchObject({ kind: 'read', dev: String(dev), ino: String(ino) });
    const identity = reading.kind === 'read' ? reading.identity : '';
    const entry = { name: 'directory', kind: 'directory', identity };
    expect(entriesOf(folder.at('above'))).toEqual([entry]);
    rmdirSync(path);
    return identity;
  });
  expect(new Set(identities).size).toBe(2);
});

test.each(['1601-01-01', '1969-12-31T23:59:59.5Z', '2262-04-12', '2300-01-01T00:00:00.123Z'])(
  'a file last written in %s is told as the look at it alone tells it',
  (writtenAt) => {
    const folder = bulkFolder(); // in memory, which keeps any time
    const path = folder.write('old/far.raw', 'abc');
    utimesSync(path, new Date(), new Date(writtenAt));
    const alone = readPath(path);
    expect(entriesOf(folder.at('old'))).toEqual([{ name: 'far.raw', ...alone }]);
    expect(alone).toEqual(fileAt(path));
  },
);

const NAMES = [
  hasFreeNames ? ['line\nbreak', '"quoted"', ' spaces ', 'tab\t', 'back\\slash'] : [],
  ['x'.repeat(255), '数'.repeat(85), "it's", '#hash', '!bang', '$HOME', '`id`', '..dots'],
  ['__proto__'],
  ['\u00E9', 'e\u0301', '\uFFFD', '\u{1F9EA}'],
].flat();

test('names of every kind lead back to their files', () => {
  const folder = temporaryFolder();
  for (const name of NAMES) writeFileSync(folder.at(name), '');
  const entries = entriesOf(folder.path);
  expect(entries).toHaveLength(NAMES.length);
  for (const name of NAMES) {
    const file = fileAt(folder.at(name));
    expect(entries).toContainEqual({ name, ...file });
    expect(readPath(folder.at(name))).toEqual(file);
  }
});

test.runIf(process.platform === 'linux')(
  'a name that is not UTF-8 is told as unusable and not taken for another file',
  () => {
    const folder = temporaryFolder();
    const raw = (...bytes: readonly number[]): Buffer =>
      Buffer.concat([Buffer.from(`${folder.path}/`), Buffer.from(bytes)]);
    writeFileSync(raw(0x61, 0xff), 'one');
    writeFileSync(raw(0x61, 0xfe), 'two');
    writeFileSync(folder.at('b\uFFFD'), 'a real name');
    writeFileSync(raw(0x62, 0xff), 'reads like the real name');
    const seen = entriesOf(folder.path).map(({ name, kind }) => `${name} ${kind}`);
    expect(seen.toSorted()).toEqual([
      'a\uFFFD unusable-name',
      'a\uFFFD unusable-name',
      'b\uFFFD file',
      'b\uFFFD unusable-name',
    ]);
  },
);

test('a single path is told as what it is, and only a directory is read as one', () => {
  const folder = temporaryFolder();
  const { at } = folder;
  const file = folder.write('file');
  if (hasLinks) symlinkSync('directory', at('link'));
  const stats = lstatSync(folder.makeFolder('directory'), { bigint: true });
  const { dev, ino } = stats;
  const identity = directoryIdentity(stats);
  const directory = { kind: 'directory', dev: String(dev), ino: String(ino), identity };
  const absent = { kind: 'absent' };
  // Windows knows of no name that is too long for it: there is no such file.
  const tooLong = isWindows ? absent : { kind: 'unreadable', errno: 'ENAMETOOLONG' };
  const rows = [
    [at('link'), hasLinks ? { kind: 'symlink' } : absent, absent],
    [file, fileAt(file), absent],
    [at('nothing'), absent, absent],
    [at('file/below'), absent, absent],
    [isWindows ? String.raw`\\.\NUL` : '/dev/null', { kind: 'special' }, absent],
    [at('x'.repeat(256)), tooLong, tooLong],
    [at('directory'), directory, expect.objectContaining({ ...directory, kind: 'read' })],
  ] as const;
  for (const [path, single, read] of rows) {
    expect([path, readPath(path), readDirectoryFacts(path)]).toEqual([path, single, read]);
  }
});
