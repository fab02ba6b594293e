import { expect, test } from 'vitest';
import { whyNoWindows } from './windows-node.mjs';

const says = (words: string) => () => words;

test('Windows needs no Wine, and a Wine that is new enough will do', () => {
  expect(whyNoWindows('win32', undefined)).toBeNull();
  expect(whyNoWindows('linux', 'wine', says('wine-10.0 (Debian 10.0~repack-6)\n'))).toBeNull();
  expect(whyNoWindows('darwin', 'wine', says('wine-11.2'))).toBeNull();
});

test('without one the reason is said', () => {
  expect(whyNoWindows('linux', undefined)).toContain('LABSEAL_WINE names no Wine');
  expect(whyNoWindows('linux', 'wine', says('wine-8.0.1\n'))).toContain('"wine-8.0.1"');
  expect(whyNoWindows('linux', 'cat', says('cat (GNU coreutils) 9.1'))).toContain(
    'or newer is needed',
  );
  expect(whyNoWindows('linux', '/no/such/wine')).toBe(
    '/no/such/wine, which LABSEAL_WINE names, cannot be started.',
  );
});
