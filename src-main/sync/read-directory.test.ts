import { lstatSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { identityOf } from '../ports/file-identity.ts';
import type { DirectoryEntry } from './file-tree.ts';
import { unpackEntries } from './packed-entries.ts';
import { readDirectoryFacts, readPath } from './read-directory.ts';
import { temporaryFolder } from './test-support/temporary-folder.ts';

function entriesOf(path: string): readonly DirectoryEntry[] {
  const facts = readDirectoryFacts(path);
  if (facts.kind !== 'read') throw new Error(`cannot read: ${JSON.stringify(facts)}`);
  const listing = unpackEntries(facts.entries);
  const entries = [...listing];
  expect(listing.size).toBe(entries.length);
  return entries;
}

const identityAt = (path: string) => identityOf(lstatSync(path, { bigint: true }));

test('a directory tells what each entry is, and of files which bytes they hold', async () => {
  const folder = temporaryFolder();
  folder.write('file', 'abc');
  folder.write('empty', '');
  folder.makeFolder('directory');
  const links = { link: 'file', dangling: 'nowhere', loop: '.', outside: '/' };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, folder.at(name));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(folder.at('socket'), resolve));
  const entries = entriesOf(folder.path);
  await new Promise((resolve) => server.close(resolve));
  expect(Object.fromEntries(entries.map(({ name, kind }) => [name, kind]))).toEqual({
    file: 'file',
    empty: 'file',
    directory: 'directory',
    link: 'symlink',
    dangling: 'symlink',
    loop: 'symlink',
    outside: 'symlink',
    socket: 'special',
  });
  const identity = identityAt(folder.at('file'));
  expect(entries).toContainEqual({ name: 'file', kind: 'file', identity });
  expect(entriesOf('/dev')).toContainEqual({ name: 'null', kind: 'special' });
  expect(entriesOf(folder.at('directory'))).toEqual([]);
});

test('a directory that is made anew is another one, also in the listing above it', () => {
  const folder = temporaryFolder();
  const identities = new Set<string>();
  for (let time = 0; time < 2; time += 1) {
    const path = folder.makeFolder('above/directory');
    const { dev, ino } = lstatSync(path, { bigint: true });
    const reading = readDirectoryFacts(path);
    expect(reading).toMatchObject({ kind: 'read', dev: String(dev), ino: String(ino) });
    const identity = reading.kind === 'read' ? reading.identity : '';
    expect(entriesOf(folder.at('above'))).toEqual([
      { name: 'directory', kind: 'directory', identity },
    ]);
    identities.add(identity);
    rmdirSync(path);
  }
  expect(identities.size).toBe(2);
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

test('names of every kind lead back to their files', () => {
  const folder = temporaryFolder();
  for (const name of NAMES) writeFileSync(folder.at(name), '');
  const files = NAMES.map((name) => {
    const file = { kind: 'file', identity: identityAt(folder.at(name)) };
    expect(readPath(folder.at(name))).toEqual(file);
    return { name, ...file };
  });
  const entries = entriesOf(folder.path);
  expect(entries).toHaveLength(files.length);
  expect(entries).toEqual(expect.arrayContaining(files));
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
  folder.write('file');
  symlinkSync('directory', folder.at('link'));
  const { dev, ino } = lstatSync(folder.makeFolder('directory'), { bigint: true });
  expect(readPath(folder.at('directory'))).toEqual({
    kind: 'directory',
    dev: String(dev),
    ino: String(ino),
  });
  const file = { kind: 'file', identity: identityAt(folder.at('file')) };
  expect(readPath(folder.at('file'))).toEqual(file);
  const absent = { kind: 'absent' };
  expect(readPath(folder.at('link'))).toEqual({ kind: 'symlink' });
  expect(readPath('/dev/null')).toEqual({ kind: 'special' });
  expect(readPath(folder.at('nothing'))).toEqual(absent);
  expect(readPath(folder.at('file/below'))).toEqual(absent);
  for (const name of ['nothing', 'file', 'link', 'file/below']) {
    expect(readDirectoryFacts(folder.at(name))).toEqual(absent);
  }
  const tooLong = folder.at('x'.repeat(256));
  const unreadable = { kind: 'unreadable', errno: 'ENAMETOOLONG' };
  expect(readPath(tooLong)).toEqual(unreadable);
  expect(readDirectoryFacts(tooLong)).toEqual(unreadable);
});
