import { expect, test } from 'vitest';
import { faultsOf, numberedTestsIn, promisesIn, readPromises } from './promises.ts';

test('each promise of docs/promises.md has tests that carry its number, and no test names another', () => {
  const { promises, tests } = readPromises();
  expect(promises.map(({ number }) => number)).toEqual(promises.map((_each, at) => at + 1));
  expect(promises.length).toBeGreaterThan(15);
  expect(faultsOf(promises, tests)).toEqual([]);
});

test('a promise without a test and a number without a promise are named', () => {
  const promises = promisesIn('# All\n\n### P1 Once\n\nText (P9).\n\n### P2 Never\n');
  const [open, close] = ['(', ')']; // this file is read, too
  const code = `test('it is ${open}P1, P3${close}', () => {});\ntest('other', () => {});`;
  const tests = numberedTestsIn('a.test.ts', code);
  expect(tests).toEqual([{ file: 'a.test.ts', title: 'it is', numbers: [1, 3] }]);
  expect(faultsOf(promises, tests)).toEqual([
    'P2 has no test: Never',
    'a.test.ts names a promise that is not there: it is',
  ]);
});
