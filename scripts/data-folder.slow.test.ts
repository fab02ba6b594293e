import fs from 'node:fs';
import { expect, test } from 'vitest';
import { KEPT_VERSIONS, keptText } from '../src-main/test-support/kept-data/unpack.ts';
import { makeDataFolder } from './data-folder/make-data-folder.ts';

test('a data folder of this version can be made, with everything that one can hold', async () => {
  const holdings = await makeDataFolder(null);
  expect(holdings.filter(({ rows }) => rows === 0)).toEqual([]);
}, 300_000);

test.each(KEPT_VERSIONS)('the one of %s held everything when it was made', (version) => {
  const held = keptText(version, 'holds.txt').trim().split('\n');
  expect(held.length).toBeGreaterThan(400);
  expect(held.filter((line) => line.endsWith(': 0'))).toEqual([]);
});

test('of every version that is out one is kept', () => {
  const headings = fs.readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (?<version>\d\S+)/gm);
  const out = [...headings].map(({ groups }) => groups?.['version']);
  expect(new Set(out)).toEqual(new Set(KEPT_VERSIONS));
});
