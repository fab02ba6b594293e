/** `labseal history`: a batch, a renamed folder and a copy are one line each, which opens to its files. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

interface Lines {
  readonly lines: readonly { readonly id: number; readonly what: string; readonly files: number }[];
}

test('what a person decided about money is told beside what came of it', async () => {
  lab.write('data/one.csv', 'of another test');
  await lab.watch('data');
  await lab.must('sync --yes');
  await lab.must('credit budget --reserve 20');
  await lab.must('credit budget --reserve 30');
  await lab.must('folder edit 1 --budget 5');
  await lab.must('folder edit 1 --budget 5');
  const { lines } = await lab.ask<Lines>('history');
  expect(lines.map(({ what }) => what)).toEqual([
    'folder-budget',
    'reserve',
    'reserve',
    'notarized',
    'approved',
  ]);
  expect(await lab.must('history')).toContain('1 file approved · at most 1 credit');
  expect(await lab.must('history')).toContain('Reserve set to 30 credits (before: 20)');
  expect(await lab.must('history')).toContain('Budget of folder data set to 5 credits');
});

test('tells what happened in lines, and what is in one', async () => {
  const names = ['one', 'two', 'three'];
  for (const name of names) lab.write(`data/old/${name}.csv`, name);
  await lab.watch('data');
  expect(await lab.must('history')).toBe('');
  await lab.must('sync --yes');
  fs.renameSync(lab.at('data/old'), lab.at('data/new'));
  await lab.must('sync --yes');
  fs.copyFileSync(lab.at('data/new/one.csv'), lab.at('data/copy.csv'));
  await lab.must('sync --yes');

  const table = await lab.must('history');
  expect(table).toContain('copy.csv is a copy of one.csv: same certificate, free');
  expect(table).toContain('3 files moved from data/old to data/new: same certificates, free');
  expect(table).toContain('3 files notarized · 3 credits');
  const { lines } = await lab.ask<Lines>('history');
  expect(lines.map(({ what, files }) => [what, files])).toEqual([
    ['copied', 1],
    ['moved', 3],
    ['notarized', 3],
    ['approved', 3],
  ]);
  expect(lab.charged()).toBe(3);

  const opened = await lab.must('history', String(lines[1]?.id));
  for (const name of names) expect(opened).toMatch(new RegExp(`${name}.csv +data/new .*data/old/`));
  expect(await lab.must('history --search copy.csv')).not.toContain('moved');
  const latest = await lab.run('history --last 1');
  expect(latest.stdout.split('\n').filter((line) => line.includes('free'))).toHaveLength(1);
  expect(latest.stderr).toContain('The latest 1 of 4 lines; --last shows more.');
  expect((await lab.run('history 999')).code).toBe(2);
});
