import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  mayDownload,
  mayHave,
  mayNavigate,
  mayReveal,
  outsideAddress,
} from './navigation-policy.ts';

const GIVEN = 'https://store.example/files/run.raw?X-Amz-Signature=abc';
const known = { given: new Set([GIVEN]), server: 'https://lab.example/api' };

describe('navigation', () => {
  test('our one document, again; its screens are fragments', () => {
    expect(mayNavigate('app://labseal/', true)).toBe(true);
    expect(mayNavigate('app://labseal/#/projects/p1/files', true)).toBe(true);
    expect(mayNavigate('app://labseal/', false)).toBe(false);
  });

  test.for([
    '',
    'about:blank',
    'about:srcdoc',
    'https://evil.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'blob:app://labseal/1',
    'app://labseal',
    'app://labseal/index.html',
    'app://labseal/?x=1',
    'app://labseal.evil/',
    'APP://labseal/',
    'app://user@labseal/',
    'app://labseal:80/',
    'app://labseal/..//evil',
    'labseal://activate/abc',
    'devtools://devtools/bundled/inspector.html',
    'view-source:app://labseal/',
    ' app://labseal/',
  ])('%j is refused', (url) => expect(mayNavigate(url, true)).toBe(false));

  test('of all permissions only the copying of text, and only for our page', () => {
    expect(mayHave('clipboard-sanitized-write', 'app://labseal')).toBe(true);
    expect(mayHave('clipboard-sanitized-write', 'app://labseal/#/files')).toBe(true);
    expect(mayHave('clipboard-sanitized-write', 'app://labseal.evil/')).toBe(false);
    expect(mayHave('clipboard-sanitized-write', '')).toBe(false);
    expect(mayHave('clipboard-sanitized-write', 'https://evil.example')).toBe(false);
    const others = ['clipboard-read', 'notifications', 'media', 'geolocation', 'openExternal'];
    for (const name of [...others, 'fileSystem', 'usb', 'serial', 'hid', 'midi', 'unknown', '']) {
      expect(mayHave(name, 'app://labseal')).toBe(false);
    }
  });

  test('what is downloaded was made by our page', () => {
    expect(mayDownload('blob:app://labseal/0b1c')).toBe(true);
    for (const url of ['blob:https://evil.example/1', 'https://lab.example/x', 'data:,x', '']) {
      expect(mayDownload(url)).toBe(false);
    }
  });
});

describe('addresses for the browser', () => {
  test('a download that the service gave, letter by letter, and the service itself', () => {
    expect(outsideAddress(GIVEN, known)).toBe(GIVEN);
    expect(outsideAddress('https://lab.example/help', known)).toBe('https://lab.example/help');
  });

  test.for([
    'https://store.example/files/run.raw',
    `${GIVEN}d`,
    'https://lab.example.evil/',
    'https://lab.example@evil.example/',
    'https://user@lab.example/',
    'https://:pw@lab.example/',
    'https://user:pw@lab.example/',
    'https://lab.example:8443/',
    'http://lab.example/',
    'https://lаb.example/', // a Cyrillic letter
    'https://lab.example\\@evil.example/',
    'https://lab.example/\nhttps://evil.example',
    'https://lab.example/\u202Egpj.exe',
    ' https://lab.example/',
    'https://evil.example/https://lab.example/',
    'file:///etc/passwd',
    'file://host/share/x.exe',
    '\\\\host\\share\\x.exe',
    '//host/share',
    'ms-msdt:/id PCWDiagnostic',
    'javascript:alert(1)',
    'data:text/html,<script>',
    'blob:app://labseal/1',
    'app://labseal/',
    'labseal://activate/abc',
    'mailto:a@b.example?attach=/etc/passwd',
    'ftp://lab.example/',
    'view-source:https://lab.example/',
    'intent://lab.example#Intent;end',
    'C:\\Windows\\System32\\calc.exe',
    '/etc/passwd',
    'lab.example',
    '',
    '\0https://lab.example/',
  ])('%j is not opened', (asked) => expect(outsideAddress(asked, known)).toBeNull());

  test('without a service nothing is its page', () => {
    expect(outsideAddress('https://lab.example/', { ...known, server: null })).toBeNull();
    expect(outsideAddress('https://lab.example/', { ...known, server: 'no address' })).toBeNull();
  });

  test('whatever is asked for: it is https, of the service or given', () => {
    const hosts = 'https: http: file: / // \\ lab.example evil.example LAB.example .evil @ : :443';
    const others = ':8443 ? # %2F %00 .. é';
    const pieces = [...hosts.split(' '), ...others.split(' '), '\0', ' ', '\n'];
    const address = fc
      .array(fc.constantFrom(...pieces), { maxLength: 8 })
      .map((all) => all.join(''));
    const further = fc.string().map((rest) => `https://lab.example${rest}`);
    fc.assert(
      fc.property(fc.oneof(address, further, fc.string()), (asked) => {
        const opened = outsideAddress(asked, known);
        return opened === null || opened.startsWith('https://lab.example/');
      }),
      { numRuns: 500 },
    );
  });
});

test('a path on another computer is looked at inside watched folders only', () => {
  const watched = ['\\\\nas\\lab\\ms2', '/data/raw'];
  for (const path of ['/home/ada/run.csv', 'C:\\data\\run.csv', '\\\\NAS\\lab\\ms2\\run.csv']) {
    expect(mayReveal(path, watched)).toBe(true);
  }
  for (const path of [
    '\\\\evil\\share\\x',
    '//evil/share',
    '\\\\nas\\lab\\ms20\\x',
    '\\\\nas\\lab\\ms2\\..\\..\\..\\evil',
    '/data/raw\0.csv',
  ]) {
    expect(mayReveal(path, watched)).toBe(false);
  }
});
