import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BAG_DECLARATION,
  bagInfoText,
  decodeBagPath,
  decodeTagFile,
  encodeBagPath,
  manifestText,
  readDeclaration,
  readManifestLine,
  readOxum,
} from './bag-format.ts';

test('a list has one line for each file, as sha512sum reads them, sorted by path', () => {
  const [b, a] = [
    { path: 'data/files/b.csv', digest: '00ff' },
    { path: 'data/files/a b.csv', digest: 'ff00' },
  ];
  const text = manifestText([b, a]);
  expect(text).toBe('ff00  data/files/a b.csv\n00ff  data/files/b.csv\n');
  expect(text.trimEnd().split('\n').map(readManifestLine)).toEqual([a, b]);
});

test('line ends and percent signs in a path are written out, nothing else', () => {
  expect(encodeBagPath('data/50%\r\n é.csv')).toBe('data/50%25%0D%0A é.csv');
  const character = fc.oneof(
    fc.constantFrom('%', '\r', '\n', '0', 'A', 'D'),
    fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)),
  );
  fc.assert(
    fc.property(fc.string({ unit: character }), (path) => {
      const encoded = encodeBagPath(path);
      return decodeBagPath(encoded) === path && !/[\r\n]/.test(encoded);
    }),
    { numRuns: 40 },
  );
  expect(decodeBagPath('a%0ab%0Dc%25%20')).toBe('a\nb\rc%%20');
});

test('lists that others wrote are read; what leads out of the bag is not', () => {
  expect(readManifestLine('AA *data/x')).toEqual({ path: 'data/x', digest: 'aa' });
  expect(readManifestLine('aa\t./data/y')).toEqual({ path: 'data/y', digest: 'aa' });
  const bad = ['/etc/passwd', '../x', 'data/../../x', 'C:\\x', '~/x', 'data\\..\\..\\x', 'a\0b'];
  const lines = [...bad.map((path) => `aa  ${path}`), 'zz data/x', 'aa', 'data/x'];
  for (const line of lines) expect(readManifestLine(line)).toBeNull();
});

test('a value in bag-info is one line, and an empty one is left out', () => {
  const text = bagInfoText([
    ['External-Description', 'two\r\nlines: with a colon '],
    ['Source-Organization', ' '],
    ['Payload-Oxum', '12.3'],
  ]);
  expect(text).toBe('External-Description: two lines: with a colon\nPayload-Oxum: 12.3\n');
  expect(readOxum(text)).toEqual({ sizeBytes: 12, files: 3 });
  expect(readOxum('Payload-Oxum: many')).toBeNull();
});

test('only a declaration of a version that is known makes a bag', () => {
  const encoding = 'UTF-8';
  expect(readDeclaration(BAG_DECLARATION)).toEqual({ version: '1.0', encoding });
  const older = 'BagIt-Version: 0.97\r\nTag-File-Character-Encoding: UTF-8\r\n';
  expect(readDeclaration(older)).toEqual({ version: '0.97', encoding });
  const second = 'Tag-File-Character-Encoding: UTF-8\n';
  const others = [`BagIt-Version: 2.0\n${second}`, `BagIt-Version : 1.0\n${second}`];
  for (const text of ['', '<html>', ...others, `\uFEFF${BAG_DECLARATION}`]) {
    expect(readDeclaration(text)).toBeNull();
  }
});

test('the other text files are read in the encoding that the declaration names', () => {
  expect(decodeTagFile(Buffer.from('é', 'latin1'), 'ISO-8859-1')).toBe('é');
  expect(decodeTagFile(Buffer.from('\uFEFFé', 'utf16le'), 'UTF-16')).toBe('é');
  expect(decodeTagFile(Buffer.from('\uFEFFé', 'utf16le').swap16(), 'UTF-16')).toBe('é');
  expect(decodeTagFile(Buffer.from('x'), 'none-such')).toBeNull();
});
