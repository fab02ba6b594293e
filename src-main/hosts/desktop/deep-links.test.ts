import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkInArguments, readDeepLink } from './deep-links.ts';

const words = (text: string) => text.trim().split(/\s+/);

const HOSTILE = [
  '',
  ' labseal://activate/abc',
  '"labseal://activate/abc"',
  ...words(`
    labseal: labseal:// labseal:///activate/abc labseal:activate/abc LABSEAL://activate/abc
    https://activate/abc file:///labseal://activate/abc --labseal://activate/abc
  `),
  ...words(`
    activate activate/ activate//abc reset/ ACTIVATE/abc user@activate/abc activate:80/abc
    activate.evil/abc settings/general signout/now open/https://evil.example
  `).map((rest) => `labseal://${rest}`),
  ...[
    ...words('../reset/abc .. . .abc %61bc %2e%2e %252e%252e abc%00 abc/def abc?x=1 abc#/settings'),
    ...words('<script> $(calc) `calc` \u202Eabc abc\\def abc;def a"b a\'b ä'),
    ...Array.from('\0\n /?#', (odd) => `abc${odd}`),
    'abc\r\nlabseal://reset/def',
    'abc labseal://reset/def',
    'abc --inspect',
    'a'.repeat(2_049),
  ].map((token) => `labseal://activate/${token}`),
];

test('links that open Labseal show the page they are for, with the token', () => {
  expect(readDeepLink('labseal://activate/aZ09._~-x')).toEqual({
    path: '/activate',
    token: 'aZ09._~-x',
  });
  expect(readDeepLink('labseal://reset/t')).toEqual({ path: '/reset', token: 't' });
});

test.for(HOSTILE)('%j leads nowhere', (link) => {
  expect(readDeepLink(link)).toBeNull();
  expect(linkInArguments([link])).toBeNull();
});

test('one link among what a start is told, not two, and no switch with it', () => {
  const link = 'labseal://reset/t';
  expect(linkInArguments(['--allow-file-access', 'x', link])).toEqual(readDeepLink(link));
  expect(linkInArguments([link, 'labseal://activate/t'])).toBeNull();
  expect(linkInArguments([link, link])).toBeNull();
  expect(linkInArguments([link, ' LABSEAL://activate/t'])).toBeNull();
  expect(linkInArguments([])).toBeNull();
});

test('whatever a link holds: a token has no letter that means anything elsewhere', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = readDeepLink(`labseal://activate/${text}`);
      return found === null || /^[\w~-][\w.~-]*$/.test(found.token);
    }),
  );
});
