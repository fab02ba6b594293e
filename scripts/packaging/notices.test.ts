/** Licences of what ships: of the packages that are installed, and of made-up ones. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { thisPlatform } from './platform.mjs';
import { licenceFaults, noticesText, readNotices, type Notice } from './notices.ts';
import { readLockfile } from './lockfile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const notice = (over: Partial<Notice>): Notice => ({
  name: 'left-pad',
  version: '1.0.0',
  licence: 'MIT',
  text: 'Permission is hereby granted',
  ...over,
});

test('what the program loads may be given away, and is named with its licence', () => {
  const { packages: locked } = readLockfile(root);
  const sources = ['../node_modules/axios/lib/axios.js', '../node_modules/react/index.js'];
  const notices = readNotices(root, { sources, locked, platform: thisPlatform() });
  expect(licenceFaults(notices)).toEqual([]);
  const text = noticesText(notices);
  const fonts = ['dejavu-fonts-ttf', 'Droid Sans Fallback'];
  for (const name of ['axios', 'react', 'better-sqlite3', 'electron', ...fonts]) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
  }
  expect(notices.filter(({ text: own }) => own.length > 200).length).toBeGreaterThan(30);
});

test.for([
  ['MIT', []],
  ['(MIT OR GPL-3.0)', []],
  ['MIT AND Zlib', ['left-pad is under MIT AND Zlib']],
  ['AGPL-3.0', ['left-pad is under AGPL-3.0']],
  ['', ['left-pad is under no licence']],
  [
    'SEE LICENSE IN README.md AND LICENSE',
    ['left-pad is under SEE LICENSE IN README.md AND LICENSE'],
  ],
] as const)('%j: %j', ([licence, faults]) => {
  expect(licenceFaults([notice({ licence })])).toEqual(faults);
});

test('one without a text of its own is named too', () => {
  expect(noticesText([notice({ text: '' })])).toContain(
    'left-pad 1.0.0 (MIT)\n--------------------\n\nThe package has no text of its own.',
  );
});
