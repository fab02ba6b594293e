/** A person who says yes to a price agrees to the files of that price, with their bytes: alone and beside a running program. */
import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { sha256, useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

/** Watches a file and asks for its price. */
async function askedAbout(content: string, isBeside: boolean) {
  lab.write('data/shown.csv', content);
  await lab.watch('data');
  if (isBeside) onTestFinished(await lab.serving());
  const terminal = lab.start({ isTerminal: true }, 'sync');
  await expect.poll(terminal.written.stderr).toContain('Upload them?');
  return terminal;
}

const isListed = (name: string) =>
  expect
    .poll(() => lab.must('file list'))
    .toMatch(new RegExp(`Waits for your approval.*/${name}$`, 'm'));

test.each([
  ['alone', false],
  ['beside a running program', true],
])('other bytes under a name that was shown are not sent, %s', async (where, isBeside) => {
  const { type, ended } = await askedAbout(`shown ${where}`, isBeside);
  lab.write('data/shown.csv', `changed ${where}`);
  type('y');
  const { code, stderr } = await ended;
  expect(lab.takenIn()).toEqual([]);
  expect(stderr).toContain('1 file came or changed after the price was shown');
  expect(code).toBe(1);
});

test('a file that comes while the question is open waits for its own approval', async () => {
  const { type, ended } = await askedAbout('the only one shown', true);
  lab.write('data/came.csv', 'came meanwhile');
  await isListed('came.csv');
  type('y');
  const { code, stderr } = await ended;
  expect(lab.takenIn()).toEqual([sha256('the only one shown')]);
  expect(lab.charged()).toBe(1);
  expect(stderr).toContain('1 file came or changed after the price was shown');
  expect(code).toBe(1);
});

test('what takes the place of a file that goes is not sent', async () => {
  const { type, ended } = await askedAbout('gone before the answer', true);
  fs.rmSync(lab.at('data/shown.csv'));
  lab.write('data/secret.csv', 'a secret');
  await isListed('secret.csv');
  type('y');
  expect((await ended).code).toBe(1);
  expect(lab.takenIn()).toEqual([]);
});
