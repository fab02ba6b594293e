import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitName } from '../../../platform/disk/paths.ts';
import { downloadName, LONGEST_NAME_BYTES } from './partial-file.ts';

/** File names seen from services, and names that an attacker would choose. */
const NAUGHTY = [
  '',
  '.',
  '..',
  '/',
  '../../etc/passwd',
  '..\\..\\Windows\\System32\\drivers\\etc\\hosts',
  'C:\\autoexec.bat',
  '\\\\server\\share\\x',
  'file.txt:stream',
  'a\0b',
  'a\r\nSet-Cookie: x',
  '\u202Efdp.exe',
  '\uFEFFx',
  'CON',
  'con.txt',
  'lpt9.log',
  'COM\u00B9.dat',
  'aux .raw',
  'CONIN$',
  'name ',
  'name. . .',
  '.bashrc',
  '%2e%2e%2fx',
  '*?"<>|',
  '\ud800',
  '😀'.repeat(200),
  'é'.repeat(300) + '.raw',
  'x'.repeat(300) + '.raw',
  `x.${'y'.repeat(300)}`,
  'run 03 – Zürich (2).czi',
];

const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)$/i;

function expectSafe(name: string): void {
  expect(name).not.toBe('');
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  for (const flavour of [path.posix, path.win32]) {
    expect(flavour.basename(name)).toBe(name);
    expect(flavour.dirname(flavour.join('/folder', name)).replaceAll('\\', '/')).toBe('/folder');
    expect(flavour.isAbsolute(name)).toBe(false);
  }
  expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029:*?"<>|]/u);
  expect(name).not.toMatch(/^[.\s]|[.\s]$/u);
  expect((name.split('.')[0] ?? '').trimEnd()).not.toMatch(DEVICES);
}

const withAddition = (name: string, addition: string) =>
  fitName(name, LONGEST_NAME_BYTES, addition);

test.each(NAUGHTY)('%j becomes a name that leads nowhere', (name) => {
  expectSafe(downloadName(name));
  expectSafe(withAddition(downloadName(name), ' (12)'));
  expectSafe(withAddition(downloadName(name), ' (a remark)'));
});

/** fast-check's own units take seconds to create. */
const anyLetter = fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code));
const awkward = fc.constantFrom('/', '\\', ':', '.', ' ', '\r', '\n', '*');

test('so does any text, and a name that is safe stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(anyLetter, awkward), maxLength: 300 }), (name) => {
      const safe = downloadName(name);
      expectSafe(safe);
      expect(downloadName(safe)).toBe(safe);
    }),
  );
  expect(downloadName('run 03 – Zürich (2).czi')).toBe('run 03 – Zürich (2).czi');
});

test('a number or a remark stands before the ending, which stays, and long names give way', () => {
  expect(withAddition('run.tar.gz', '')).toBe('run.tar.gz');
  expect(withAddition('run.raw', ' (2)')).toBe('run (2).raw');
  expect(withAddition('run', ' (does not match)')).toBe('run (does not match)');
  const long = withAddition(downloadName(`${'é'.repeat(300)}.raw`), ' (2)');
  expect(long).toMatch(/^é+ \(2\)\.raw$/);
  expect(Buffer.byteLength(long)).toBeGreaterThan(250);
});
