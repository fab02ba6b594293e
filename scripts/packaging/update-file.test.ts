/** The file that electron-builder writes for updates, as it is and as it must not be. */
import { expect, test } from 'vitest';
import { updateFaults } from './update-file.ts';

const GOOD = `provider: generic
url: https://example.org/labseal/updates
publisherName:
  - Labseal developers
updaterCacheDirName: labseal-updater
`;

test('an address over https and a publisher are all that is needed', () => {
  expect(updateFaults(GOOD, 'win32')).toEqual([]);
  expect(updateFaults(GOOD.replace(/publisherName:\n.*\n/, ''), 'darwin')).toEqual([]);
  expect(updateFaults(GOOD.replace(/:\n {2}- /, ': '), 'win32')).toEqual([]);
});

test.for([
  [GOOD.replace('https', 'http'), /https/],
  [GOOD.replace(/^url.*$/m, ''), /https/],
  [GOOD.replace(/publisherName:\n.*\n/, ''), /publisher/],
  [GOOD.replace(' - Labseal developers', ''), /publisher/],
] as const)('%s is refused on Windows', ([text, fault]) => {
  expect(updateFaults(text, 'win32').join()).toMatch(fault);
});
