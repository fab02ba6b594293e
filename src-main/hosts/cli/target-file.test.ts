import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { UnsavedAnswer } from './exit-code.ts';
import { chooseTarget, saveOnly, saveTarget } from './target-file.ts';
import { expectPrivate } from '../../test-support/expect-private.ts';

const at = (name: string) => path.join(temporaryFolder(), name);

const FULL = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });

/** Half of a content, and then an error. */
function* halfOf(error: Error): Generator<string> {
  yield 'half';
  throw error;
}

test('a free name in a folder that is there is taken, saved for its owner alone, and never overwritten', async () => {
  const file = at('report.txt');
  const target = await chooseTarget('--report', file, null, ['.txt']);
  expect(await saveTarget(target, ['one', 'two'])).toBeNull();
  expect(fs.readFileSync(file, 'utf8')).toBe('onetwo');
  expectPrivate(file);
  const taken = `${file} exists already. Choose another name with --report.`;
  expect(await saveTarget(target, ['three'])).toBe(taken); // it came in between
  await expect(chooseTarget('--report', file, null)).rejects.toThrow(taken);
  await expect(saveOnly(target, [])).rejects.toThrow(UnsavedAnswer);
  expect(fs.readFileSync(file, 'utf8')).toBe('onetwo');
});

test('a name of another kind, or in no folder, is refused', async () => {
  await expect(chooseTarget('--csv', 'a.doc', null, ['.csv'])).rejects.toThrow('ends in .csv');
  await expect(chooseTarget('--csv', at('none/a.csv'), null)).rejects.toThrow('There is no folder');
});

test('what cannot be written to its end leaves nothing, so that the next try is free', async () => {
  const file = at('report.txt');
  const target = await chooseTarget('--report', file, null);
  expect(await saveTarget(target, halfOf(FULL))).toBe(
    `${file} cannot be written: its disk is full. Choose another place with --report.`,
  );
  expect(fs.existsSync(file)).toBe(false);
  await expect(saveTarget(target, halfOf(new TypeError('ours')))).rejects.toThrow(TypeError);
  expect(fs.existsSync(file)).toBe(false);
});
