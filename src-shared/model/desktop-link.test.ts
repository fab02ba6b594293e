import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkInArguments, readDesktopLink } from './desktop-link.ts';

const HOSTILE = [
  '',
  'labseal:',
  'labseal://',
  'labseal://activate',
  'labseal://activate/',
  'labseal:///activate/abc',
  'labseal:activate/abc',
  'LABSEAL://activate/abc',
  'labseal://ACTIVATE/abc',
  'labseal://activate/abc/',
  'labseal://activate/abc/def',
  'labseal://activate//abc',
  'labseal://activate/../reset/abc',
  'labseal://activate/..',
  'labseal://activate/.',
  'labseal://activate/.abc',
  'labseal://activate/%61bc',
  'labseal://activate/%2e%2e',
  'labseal://activate/%252e%252e',
  'labseal://activate/abc%00',
  'labseal://activate/abc\0',
  'labseal://activate/abc\n',
  'labseal://activate/abc\r\nlabseal://reset/def',
  'labseal://activate/abc labseal://reset/def',
  'labseal://activate/abc --inspect',
  'labseal://activate/abc?x=1',
  'labseal://activate/abc#/settings',
  'labseal://activate/abc\\def',
  'labseal://activate/abc;def',
  'labseal://activate/a"b',
  "labseal://activate/a'b",
  'labseal://activate/<script>',
  'labseal://activate/$(calc)',
  'labseal://activate/`calc`',
  'labseal://activate/ä',
  'labseal://activate/\u202Eabc',
  `labseal://activate/${'a'.repeat(2_049)}`,
  'labseal://user@activate/abc',
  'labseal://activate:80/abc',
  'labseal://activate.evil/abc',
  'labseal://settings/general',
  'labseal://open/https://evil.example',
  'labseal://signout/now',
  'labseal://reset/',
  'https://activate/abc',
  'file:///labseal://activate/abc',
  ' labseal://activate/abc',
  'labseal://activate/abc ',
  '"labseal://activate/abc"',
  '--labseal://activate/abc',
];

describe('links that open Labseal', () => {
  test('show the page they are for, with the token', () => {
    expect(readDesktopLink('labseal://activate/aZ09._~-x')).toEqual({
      path: '/activate',
      token: 'aZ09._~-x',
    });
    expect(readDesktopLink('labseal://reset/t')).toEqual({ path: '/reset', token: 't' });
  });

  test.for(HOSTILE)('%j leads nowhere', (link) => {
    expect(readDesktopLink(link)).toBeNull();
    expect(linkInArguments([link])).toBeNull();
  });

  test('one link among what a start is told, not two, and no switch with it', () => {
    const link = 'labseal://reset/t';
    expect(linkInArguments(['--allow-file-access', 'x', link])).toEqual(readDesktopLink(link));
    expect(linkInArguments([link, 'labseal://activate/t'])).toBeNull();
    expect(linkInArguments([link, link])).toBeNull();
    expect(linkInArguments([link, ' LABSEAL://activate/t'])).toBeNull();
    expect(linkInArguments([])).toBeNull();
  });

  test('whatever a link holds: a token has no letter that means anything elsewhere', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = readDesktopLink(`labseal://activate/${text}`);
        return found === null || /^[\w~-][\w.~-]*$/.test(found.token);
      }),
    );
  });
});
