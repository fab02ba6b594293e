import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { makeIgnoreRules } from './ignore-rules.ts';
import { onThreadTree } from './test-support/on-thread.ts';

const TEXT = '# Geräte\n*.log\nkept?.csv\r\nMäuse*\n';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const MARK = '\uFEFF';

/** What a folder leaves out by an ignore file of these bytes; else the code with which it is closed. */
async function leftOut(bytes: Buffer): Promise<readonly string[] | string> {
  const folder = temporaryFolder();
  folder.write('.labsealignore', bytes);
  for (const name of ['a.log', 'kept1.csv', 'Mäuse 1.csv', 'b.raw']) folder.write(name);
  const rules = makeIgnoreRules([]);
  if (!rules.ok) throw new Error('no rules');
  const question = { relativePath: '', rules: rules.value, settled: null, matchingMs: 1_000 };
  const { signal } = new AbortController();
  const reading = await onThreadTree.readDirectory(folder.path, signal, question);
  if (reading.kind !== 'read') return reading.kind === 'unreadable' ? reading.errno : reading.kind;
  expect(readdirSync(folder.path)).toHaveLength(5);
  return [...reading.entries]
    .filter(({ rule }) => rule?.startsWith('.labsealignore: ') === true)
    .map(({ name }) => name)
    .toSorted();
}

const ALL = ['Mäuse 1.csv', 'a.log', 'kept1.csv'];

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(MARK + TEXT)],
  ['UTF-16 with a mark, as Notepad and PowerShell write it', utf16(MARK + TEXT)],
  ['UTF-16 the other way round', utf16(MARK + TEXT).swap16()],
  ['UTF-16 without a mark', utf16(TEXT)],
  ['UTF-16 the other way round without a mark', utf16(TEXT).swap16()],
  ['lines that end with CR alone', Buffer.from(TEXT.replaceAll(/\r?\n/g, '\r'))],
  ['UTF-16 with lines that end with CR alone', utf16(MARK + TEXT.replaceAll(/\r?\n/g, '\r'))],
])('an ignore file in %s is read', async (_, bytes) => {
  expect(await leftOut(bytes)).toEqual(ALL);
});

test.each([
  ['Latin-1', Buffer.from(TEXT, 'latin1'), 'EENCODING:Latin-1'],
  [
    'UTF-32',
    Buffer.from('fffe00002a0000002e0000006c0000006f00000067000000', 'hex'),
    'EENCODING:UTF-32',
  ],
  ['no encoding of a text', Buffer.from('*.log\n\0\u0001\u0002kept?.csv\n'), 'EENCODING:binary'],
  ['half of UTF-16', utf16(`${MARK}*.log\n\uD800`), 'EENCODING:UTF-16'],
])('an ignore file in %s closes its folder, and the encoding is named', async (_, bytes, code) => {
  expect(await leftOut(bytes)).toBe(code);
});

test('what git takes as one line with a CR in it stays one', async () => {
  const folder = temporaryFolder();
  folder.write('.labsealignore', 'a[\r]\n*.log\n');
  expect(await leftOut(Buffer.from('*.log\na[\r]b\n'))).toEqual(['a.log']);
});
