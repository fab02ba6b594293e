import { expect, test } from 'vitest';
import { contentCid } from '../../../src-mock/metadata/metadata-document.ts';
import {
  isNameWritten,
  readCertificate,
  readCertificatePdf,
} from '../../../src-shared/model/proofs/read-certificate.ts';

const HEX = 'c4'.repeat(32);
const page = (...fingerprint: readonly string[]) =>
  ['FILE', 'run.raw', '42 bytes', ...fingerprint, 'KIND', 'private file', 'UPLOADED', '-'].join(
    ' \n',
  );
const groups = (text: string, size = 8) =>
  (text.match(/.{1,4}/g) ?? []).reduce<string[]>((lines, group, index) => {
    if (index % size === 0) lines.push(group);
    else lines[lines.length - 1] += `   ${group}`;
    return lines;
  }, []);
const base64 = (bytes: number, fill: number) => Buffer.alloc(bytes, fill).toString('base64');

test.each([
  ['hex in groups', 'sha256, hex', HEX, 'sha256'],
  ['base64 in groups', 'keccak-256, base64', base64(32, 0xd4), 'keccak-256'],
  ['long base64 in groups', 'sha512, base64', base64(64, 0xe1), 'sha512'],
  ['base64 without its last sign', 'sha512, base64', base64(64, 0xe1).replace(/=+$/, ''), 'sha512'],
  [
    'a content identifier',
    'sha256, cid-v1',
    contentCid('sha256', Buffer.alloc(32, 0xd4)),
    'sha256',
  ],
])('a page names its fingerprint as %s', (_form, method, written, algorithm) => {
  const reading = readCertificatePdf(page(`FINGERPRINT · ${method}`, ...groups(written)));
  expect(reading).toMatchObject({ isNamed: true, stated: algorithm, contradiction: null });
  expect(reading?.fingerprints.map(({ text }) => text)).toEqual([written]);
});

test('on the line of its caption it is read too', () => {
  const written = base64(32, 0xd4);
  const reading = readCertificatePdf(page(`Fingerprint (SHA-256): ${written}`));
  expect(reading?.fingerprints).toMatchObject([{ text: written }]);
});

test.each([
  ['in hex and in base64', HEX, base64(32, 0xd4)],
  ['both in base64', base64(32, 0xc4), base64(32, 0xd4)],
])(
  'two different fingerprints, %s, contradict each other; the same one twice does not',
  (_, one, other) => {
    const both = (second: string) =>
      readCertificatePdf(
        page(
          'FINGERPRINT · sha256',
          ...groups(one),
          'note',
          'FINGERPRINT · sha256',
          ...groups(second),
        ),
      )?.contradiction ?? null;
    expect(both(other)).toMatchObject({ about: 'fingerprint' });
    expect(both(base64(32, 0xc4))).toBeNull();
  },
);

const LONG = `Left hippocampus, session 7, electrophysiology at 30 kHz with the second probe 01.raw`;

test.each([
  [
    'over two lines',
    ['Left hippocampus, session 7, electrophysiology at 30 kHz with the', 'second probe 01.raw'],
    true,
  ],
  [
    'with another end',
    ['Left hippocampus, session 7, electrophysiology at 30 kHz with the', 'second probe 02.raw'],
    false,
  ],
  [
    'as its beginning alone',
    ['Left hippocampus, session 7, electrophysiology at 30 kHz with the'],
    false,
  ],
  [
    'with its middle left out',
    ['Left hippocampus, session 7, electroph…', 'second probe 01.raw'],
    true,
  ],
  ['with nearly everything left out', ['Left…raw'], false],
  [
    'with another end behind what is left out',
    ['Left hippocampus, session 7, electroph…', 'probe 02.raw'],
    false,
  ],
])('a long name on a page, %s', (_, lines, isWritten) => {
  const text = ['FILE', ...lines, '42 bytes', 'FINGERPRINT · sha256, hex', ...groups(HEX)].join(
    '\n',
  );
  const name = readCertificatePdf(text)?.said.find(({ meaning }) => meaning === 'name');
  expect(name && isNameWritten(name, LONG)).toBe(isWritten);
});

test('a character without ink is spelled on a page', () => {
  const text = ['FILE', 'run[U+202E]war.csv', 'SHA-256 hash', HEX].join('\n');
  const name = readCertificatePdf(text)?.said.find(({ meaning }) => meaning === 'name');
  expect(name && isNameWritten(name, 'run\u202Ewar.csv')).toBe(true);
  expect(name && isNameWritten(name, 'runwar.csv')).toBe(false);
});

const RECORDS = 'https://notary.test/records/';
const withLines = (...lines: readonly string[]) =>
  readCertificatePdf(page('FINGERPRINT · sha256, hex', ...groups(HEX), ...lines));

test('an address that goes over two lines is named whole; what follows a short one is no part of it', () => {
  const id = 'ab12'.repeat(16);
  expect(withLines(`LOOK IT UP   ${RECORDS}0x${id.slice(0, 34)}`, id.slice(34))?.address).toBe(
    `${RECORDS}0x${id}`,
  );
  expect(withLines(`LOOK IT UP   ${RECORDS}7`, 'Page 1')?.address).toBe(`${RECORDS}7`);
});

test.each([
  ['of another host than it shows', 'https://notary.test@evil.test/records/7'],
  ['too long to be shown whole', `${RECORDS}${'7'.repeat(400)}`],
  ['with letters of another alphabet', 'https://nоtary.test/7'],
])('nobody is told to open an address %s', (_, address) => {
  const json = JSON.stringify({ FileHash: HEX, address });
  expect(readCertificate(json)?.address).toBeNull();
});
