import { expect, test } from 'vitest';
import { certificateInText } from './certificate-in-pdf.ts';

const groups = ['68ef', 'e9db', 'dcd0', '6fbe', 'a69f', '31a3', '0fe3', '36ae'];
const digest = groups.join('').repeat(2);
const id = 'd739ec07-76db-498c-a948-04442ace3c3f';
const read = (text: string): unknown => JSON.parse(certificateInText(text) ?? 'null');

test('the fingerprint is read in groups over two lines, with ids and addresses beside it', () => {
  const line = groups.join('  ');
  const chain = `0x${'c6'.repeat(32)}`;
  const text = `F I N G E R P R I N T\n${line}\n${line}\nTRANSACTION ${chain}\nFILE ID ${id}\nhttp://127.0.0.1:3773/records/${chain}`;
  expect(read(text)).toEqual({
    FileHash: digest,
    ids: [id],
    addresses: [`http://127.0.0.1:3773/records/${chain}`],
  });
});

test('a fingerprint that is printed whole is read; of two it is not said which one is the file’s', () => {
  expect(read(`SHA-256 ${digest}.`)).toMatchObject({ FileHash: digest });
  const two = read(`${digest} and ${'b'.repeat(64)}`);
  expect(two).toMatchObject({ fingerprints: [digest, 'b'.repeat(64)] });
  expect(two).not.toHaveProperty('FileHash');
});

test.each([
  ['1,234,567 bytes (1.2 MB)', '1234567'],
  ['1 byte', '1'],
  ['1,234, 567 bytes', undefined],
  ['5 bytes and 6 bytes', undefined],
  ['6.4 GB', undefined],
])('a size that is printed to the byte is read, and no other: %s', (size, sizeBytes) => {
  expect(read(`block 19\n${size}\n${digest}`)).toHaveProperty('FileHash', digest);
  expect(Object(read(`block 19\n${size}\n${digest}`)).sizeBytes).toBe(sizeBytes);
});

test.each(['', 'Certificate of notarization', `0x${'c6'.repeat(32)}`, id, 'abcd '.repeat(3)])(
  'nothing is made up where there is no fingerprint: %s',
  (text) => expect(certificateInText(text)).toBeNull(),
);
