/** `npm run house`: what counts as loaded. */
import { expect, test } from 'vitest';
import { circlesIn, houseOf, importersIn, loadedBy } from './house.ts';

const house = houseOf(
  new Map([
    [
      'a/main.ts',
      `import { b } from './b.ts';\nimport fs from 'node:fs';\nexport const a = () => b + fs;`,
    ],
    [
      'a/b.ts',
      `import type { T } from './types.ts';\nexport * from '../c.ts';\nexport const b = 1 as T;`,
    ],
    ['c.ts', `import { type T, d } from './d.ts';\nimport './effect.ts';\nexport const c = d;`],
    [
      'd.ts',
      `import { c } from './c.ts';\nexport const d = () => import('./late.ts');\nexport const e = c;`,
    ],
    ['effect.ts', ''],
    ['late.ts', ''],
    ['a/types.ts', 'export type T = number;'],
  ]),
);

test('what is imported for its values is loaded, through others too; types and what is asked for later are not', () => {
  expect([...loadedBy(house, 'a/main.ts')].toSorted()).toEqual([
    'a/b.ts',
    'a/main.ts',
    'c.ts',
    'd.ts',
    'effect.ts',
  ]);
});

test('modules that load each other are one circle', () => {
  expect(circlesIn(house)).toEqual([['c.ts', 'd.ts']]);
});

test('importers are counted once each', () => {
  expect(Object.fromEntries(importersIn(house))).toEqual({
    'a/b.ts': 1,
    'c.ts': 2,
    'd.ts': 1,
    'effect.ts': 1,
  });
});
