import { linkSync, openSync, closeSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { writePrivately } from './write-privately.ts';

test('what is replaced is in no other name of its file any more, and whoever reads it unlinked reads it whole', async () => {
  const { path, at, write } = temporaryFolder();
  const file = write('account.json', 'ada@lab.test');
  const reading = openSync(file, 'r');
  await writePrivately(file, 'second');
  const seen = Buffer.alloc(12);
  expect([readSync(reading, seen), String(seen)]).toEqual([12, 'ada@lab.test']);
  closeSync(reading);
  linkSync(file, at('link'));
  await writePrivately(file, 'third');
  expect([readFileSync(file, 'utf8'), readFileSync(at('link'), 'utf8')]).toEqual(['third', '']);
  expect(readdirSync(path).toSorted()).toEqual(['account.json', 'link']);
});

test('a secret that is replaced is erased in any case', async () => {
  const file = temporaryFolder().write('token', 'first');
  const mounted = openSync(file, 'r'); // as a mount, it leads to the file whatever becomes of its name
  await writePrivately(file, 'second', { isSecret: true });
  expect([readSync(mounted, Buffer.alloc(9)), readFileSync(file, 'utf8')]).toEqual([0, 'second']);
  closeSync(mounted);
});
