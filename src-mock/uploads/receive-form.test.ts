import { expect, test } from 'vitest';
import { readBoundary, readDisposition } from './receive-form.ts';

const asBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

test.each([
  ['plain', 'run-01.raw', 'run-01.raw'],
  ['UTF-8', 'Zürich 数据 🧬.czi', 'Zürich 数据 🧬.czi'],
  ['not normalised', 'u\u0308.txt', 'u\u0308.txt'],
  ['quotes', 'a%22b%22.txt', 'a"b".txt'],
  ['line break', 'a%0D%0Ab', 'a\r\nb'],
  ['percent signs that are none of the three', '50%25 %0d%41.txt', '50%25 %0d%41.txt'],
  ['backslashes', 'a\\b\\\\c', 'a\\b\\\\c'],
  ['a backslash at the end', 'odd\\', 'odd\\'],
  ['path separators', '../../etc/passwd', '../../etc/passwd'],
  ['semicolons and equals signs', 'a;b=c; name=x', 'a;b=c; name=x'],
  ['dots only', '..', '..'],
])('a file name keeps its bytes: %s', (_what, sent, name) => {
  const header = asBytes(`form-data; name="file"; filename="${sent}"`);
  expect(readDisposition(header)).toEqual({ name: 'file', fileName: name });
});

test('a name that is not UTF-8 is refused, not repaired', () => {
  expect(readDisposition('form-data; name="file"; filename="\xff.txt"')).toBeNull();
});

test.each([
  'attachment; name="file"',
  'form-data',
  'form-data; name="a',
  'form-data; name="a"; name="b"',
])('the disposition %s is malformed', (header) => {
  expect(readDisposition(header)).toBeNull();
});

test('a field has no file name, and unknown parameters do not matter', () => {
  expect(readDisposition('form-data; size=3; name=type')).toEqual({ name: 'type', fileName: null });
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['Multipart/Form-Data;charset=utf-8;BOUNDARY="a b"', 'a b'],
  ['multipart/form-data', null],
  ['multipart/mixed; boundary=abc', null],
  [`multipart/form-data; boundary=${'x'.repeat(71)}`, null],
  [undefined, null],
])('the content type %s has the boundary %s', (contentType, boundary) => {
  expect(readBoundary(contentType)).toBe(boundary);
});
