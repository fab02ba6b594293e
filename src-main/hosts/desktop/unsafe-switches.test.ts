/** What an installed program does not start with. */
import { expect, test } from 'vitest';
import { weakeningSwitch } from './unsafe-switches.ts';

test.for([
  [['--no-sandbox'], '--no-sandbox'],
  [['--hidden', '--No-Sandbox'], '--no-sandbox'],
  [['--remote-debugging-port=9222'], '--remote-debugging-port'],
  [['-ignore-certificate-errors', 'labseal://activate/x'], '--ignore-certificate-errors'],
  [['labseal://reset/x', '--disable-web-security'], '--disable-web-security'],
  [['/no-sandbox'], '--no-sandbox'],
  [['/Remote-Debugging-Port=9222'], '--remote-debugging-port'],
  [[' --no-sandbox\t'], '--no-sandbox'],
] as const)('%j has one that weakens it', ([argv, found]) => {
  expect(weakeningSwitch(argv)).toBe(found);
});

test.for([
  [],
  ['--hidden'],
  ['labseal://activate/no-sandbox'],
  ['--', '--no-sandbox'],
  [' -- ', '/no-sandbox'],
  ['/home/ada/no-sandbox'],
  ['--no-sandboxes'],
  ['no-sandbox'],
  ['--lang=it'],
])('%j has none', (argv) => {
  expect(weakeningSwitch(argv)).toBeNull();
});
