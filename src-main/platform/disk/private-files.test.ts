import { linkSync, openSync, closeSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { writePrivately } from './private-files.ts';
import { replacesOpenFiles } from '../../test-support/this-system.ts';

test.runIf(replacesOpenFiles)('whoever reads what is replaced reads it whole', async () => {
  const file = temporaryFolder().write('account.json', 'ada@lab.test');
  const reading = openSync(file, 'r');
  await writePrivately(file, 'second');
  const seen = Buffer.alloc(12);
  expect([readSync(reading, seen), String(seen)]).toEqual([12, 'ada@lab.test']);
  closeSync(reading);
});

test('what is replaced is in no other name of its file any more', async () => {
  const { path, at, write } = temporaryFolder();
  const file = write('account.json', 'second');
  linkSync(file, at('link'));
  await writePrivately(file, 'third');
  expect([readFileSync(file, 'utf8'), readFileSync(at('link'), 'utf8')]).toEqual(['third', '']);
  expect(readdirSync(path).toSorted()).toEqual(['account.json', 'link']);
});

test('a secret that is replaced, also again, leaves nothing beside it', async () => {
  const { path, at, write } = temporaryFolder();
  write('token', 'first');
  for (const text of ['second', 'third'])
    await writePrivately(at('token'), text, { isSecret: true });
  expect([readFileSync(at('token'), 'utf8'), readdirSync(path)]).toEqual(['third', ['token']]);
});

test.runIf(replacesOpenFiles)('a secret that is replaced is erased in any case', async () => {
  const file = temporaryFolder().write('token', 'first');
  const mounted = openSync(file, 'r'); // as a mount, it leads to the file whatever becomes of its name
  await writePrivately(file, 'second', { isSecret: true });
  expect([readSync(mounted, Buffer.alloc(9)), readFileSync(file, 'utf8')]).toEqual([0, 'second']);
  closeSync(mounted);
});
