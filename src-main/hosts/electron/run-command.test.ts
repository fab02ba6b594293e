import { expect, test } from 'vitest';
import { commandWords } from './run-command.ts';

test('what follows the launcher’s own words is the command, whatever it looks like', () => {
  const asked = [
    '--labseal-command',
    '--ozone-platform=headless',
    '--',
    'file',
    'list',
    '--',
    '-x',
  ];
  expect(commandWords(asked)).toEqual(['file', 'list', '--', '-x']);
  expect(commandWords(['--labseal-command', '--'])).toEqual([]);
  expect(commandWords(['--no-sandbox', ...asked])).toEqual(commandWords(asked)); // of an AppImage's launcher
});

test.for([
  [],
  ['--hidden'],
  ['labseal://activate/abc', '--labseal-command', '--', 'sync'],
  ['--', '--labseal-command', '--'],
  ['--no-sandbox', '--', '--labseal-command'],
  ['--labseal-command'],
  ['--labseal-command', 'sync'],
])('%j is a start of the window', (argv) => {
  expect(commandWords(argv)).toBeNull();
});
