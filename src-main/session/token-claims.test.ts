import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeToken } from './test-support/fakes.ts';
import { readClaims } from './token-claims.ts';

const claims = { id: 'u1', email: 'ada@a.example', iat: 1_700_000_000, exp: 1_700_086_400 };

test('id, email, issue and expiry are read; nothing else is', () => {
  expect(readClaims(makeToken({ ...claims, admin: true }))).toEqual({
    userId: 'u1',
    email: 'ada@a.example',
    issuedAtMs: 1_700_000_000_000,
    expiresAtMs: 1_700_086_400_000,
  });
});

test.each([
  ['no exp', { ...claims, exp: undefined }],
  ['exp as text', { ...claims, exp: '1700086400' }],
  ['exp beyond all dates', { ...claims, exp: 1e300 }],
  ['negative exp', { ...claims, exp: -1 }],
  ['no id', { ...claims, id: undefined }],
  ['empty id', { ...claims, id: '' }],
  ['id in an object', { ...claims, id: { $ne: null } }],
])('%s: no claims', (_what, wrong) => {
  expect(readClaims(makeToken(wrong))).toBeNull();
});

test('only the form of a token passes: it goes into a header', () => {
  const token = makeToken(claims);
  const wrong = ['', 'a.b', 'a.b.c', `${token}.x`, `${token}\r\nX: y`, ` ${token}`, `${token}=`];
  for (const text of [...wrong, token.replaceAll('.', ' '), token + 'x'.repeat(20_000)]) {
    expect(readClaims(text)).toBeNull();
  }
});

test('no text makes it throw', () => {
  const json = fc.json().map((text) => Buffer.from(text).toString('base64url'));
  const part = fc.oneof(fc.base64String(), json);
  fc.assert(
    fc.property(fc.tuple(part, part, part), (parts) => {
      const read = readClaims(parts.join('.'));
      return read === null || read.userId !== '';
    }),
    { numRuns: 200 },
  );
});
