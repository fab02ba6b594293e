/** Commands about proofs while another program of this computer has the data folder open. */
import fs from 'node:fs';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ isOneStory: true });

/** Too large to wait for, and takes no room. */
function writeLarge(name: string): string {
  fs.truncateSync(lab.write(name, ''), 20_000_000_000);
  return lab.at(name);
}

/** An audit of this folder, once it reads something. */
async function reading(folder: string) {
  const started = lab.start({ isTerminal: true, columns: 60 }, 'audit', folder);
  await expect.poll(started.written.stderr).toContain('large.raw');
  return started;
}

beforeAll(async () => {
  lab.write('data/run.raw');
  await lab.watch('data');
  await lab.must('sync --yes');
});

test('an audit is carried out by the running program, and interrupting it there cancels it', async () => {
  onTestFinished(await lab.serving());
  const found = await lab.run('audit', lab.at('data'), '--csv', lab.at('found.csv'));
  expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('1 proven unchanged') });
  expect(fs.readFileSync(lab.at('found.csv'), 'utf8')).toContain('run.raw');
  expect((await lab.run('audit show 1 --report', lab.at('report.pdf'))).code).toBe(0);
  expect(fs.readFileSync(lab.at('report.pdf'), 'latin1').slice(0, 5)).toBe('%PDF-');
  expect(await lab.ask('audit schedule week', lab.at('data'))).toMatchObject({
    folder: lab.at('data'),
    every: 'week',
  });

  writeLarge('archive/large.raw');
  const first = await reading(lab.at('archive'));
  const second = await reading(lab.at('archive')); // the same one: who came second only watches
  second.interrupt();
  expect((await second.ended).code).toBe(130);
  const states = async () =>
    (await lab.ask<{ audits: { state: string }[] }>('audit list')).audits.map(({ state }) => state);
  expect(await states()).toEqual(['running', 'complete']);
  first.interrupt();
  const cancelled = await first.ended;
  expect(cancelled.code).toBe(130);
  expect(cancelled.stdout).toContain('It was cancelled: this is a part');
  expect(await states()).toEqual(['cancelled', 'complete']);
});

test('a bundle is made and checked by the running program, and given up with the command', async () => {
  onTestFinished(await lab.serving());
  const bundle = lab.at('bundle');
  const made = await lab.run('evidence export', lab.at('data'), '--to', bundle);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(`^Made ${bundle}\n`) });
  expect(await lab.must('evidence check', bundle)).toContain('Proven: run.raw is byte for byte');

  fs.mkdirSync(lab.at('out'));
  fs.truncateSync(lab.at('data/run.raw'), 300_000_000); // takes long enough to be met in the middle
  const words = [lab.at('data/run.raw'), '--to', lab.at('out')];
  const given = lab.start({ isTerminal: true, columns: 60 }, 'evidence export', ...words);
  await expect.poll(() => fs.readdirSync(lab.at('out')), { interval: 5 }).not.toEqual([]);
  given.interrupt();
  expect((await given.ended).code).toBe(130);
  expect(fs.readdirSync(lab.at('out'))).toEqual([]);
});
