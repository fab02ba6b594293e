/** Spending limits on the command line: what they block, how a person approves it, and the history and forecast. */
import { expect, test } from 'vitest';
import { bytesOf, useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

async function watchFiles(names: string, ...options: readonly string[]): Promise<string> {
  for (const name of names) lab.write(`data/${name}.csv`);
  return lab.watch('data', ...options);
}

test('a daily budget and a floor hold what goes beyond them over several runs, and say what is left', async () => {
  await watchFiles('abc');
  const set = await lab.ask('credit budget --day 2');
  expect(set).toMatchObject({ code: 0, day: 2, 'brake-files': 10_000 });
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 2, held: 1 });
  const again = await lab.run('sync --yes');
  expect(again.code).toBe(1);
  expect(again.stdout).toContain(
    'Over your daily budget of 2 credits; 0 left until midnight UTC. It needs 1 credit.',
  );
  expect(again.stderr).toContain('labseal file approve');
  expect(lab.charged()).toBe(2);
  const approved = await lab.ask('file approve --all-held budget');
  expect(approved).toMatchObject({ code: 0, approved: { budget: 1 } });
  expect(lab.charged()).toBe(2); // approving spends nothing
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });

  const floor = await lab.balance();
  const limits = await lab.ask(`credit budget --day none --floor ${floor}`);
  expect(limits).toMatchObject({ day: null, floor });
  lab.write('data/d.csv');
  const low = await lab.run('sync --yes');
  expect(low.stdout).toContain('Your balance must not go below your floor');
  expect(await lab.balance()).toBe(floor);
});

test('what costs more than the person wants unasked waits, and so does too much at once', async () => {
  lab.write('data/small.csv');
  lab.write('data/large.bin', bytesOf(lab.at('large'), 2_500_000));
  await lab.watch('data', '--visibility', 'public');
  await lab.must('credit budget --ask-above 2 --brake-files 3');
  const held = await lab.sync('--yes');
  expect(held.counts).toEqual({ notarized: 1, held: 1 });
  expect(held.files.find(({ hold }) => hold === 'review')?.message).toBe(
    'You asked to approve every file above 2 credits. It costs about 3 credits. Approve it if it shall go, then sync again.',
  );
  for (const name of 'pqrs') lab.write(`data/${name}.csv`);
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 1, held: 5 });
  expect(lab.charged()).toBe(1);
  await lab.must('file approve --all-held review');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 6 } });
});

test('in a folder where each file is approved nothing goes unseen, whatever was agreed to', async () => {
  const id = await watchFiles('ab', '--approve-each', 'yes');
  const [a, b] = [lab.at('data/a.csv'), lab.at('data/b.csv')];
  expect((await lab.sync('--yes')).counts).toEqual({ held: 2 });
  expect(lab.charged()).toBe(0);
  await lab.must('file approve', a);
  expect((await lab.sync()).counts).toEqual({ ready: 1, held: 1 });
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 1, held: 1 });
  expect((await lab.run('file approve', a, b)).code).toBe(2);
  await lab.must(`folder edit ${id} --approve-each no`);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
});

test('known content is notarized here too only when somebody says so, for its price', async () => {
  lab.write('data/a.csv', lab.at('same'));
  lab.write('data/copy.csv', lab.at('same'));
  await lab.watch('data');
  const { counts, files } = await lab.sync('--yes');
  expect(counts).toEqual({ notarized: 1, duplicate: 1 });
  expect(lab.charged()).toBe(1);
  await lab.must('file approve', files.find(({ state }) => state === 'duplicate')?.path ?? '');
  expect(lab.charged()).toBe(1);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  expect(lab.charged()).toBe(2);
});

test('history and forecast tell what was charged for which file, with and without the service', async () => {
  await lab.signIn('principal investigator'); // no other test spends from this account
  lab.write('data/=risky.csv');
  await lab.watch('data');
  await lab.sync('--yes');
  const today = new Date().toISOString().slice(0, 10);
  const history = `credit history --from ${today} --to ${today}`;
  const { code, asOf, lines } = await lab.ask<{
    asOf: string | null;
    lines: { file: string | null; charged: number | null }[];
  }>(history);
  expect([code, asOf]).toEqual([0, null]);
  expect(lines.filter(({ file }) => file === '=risky.csv')).toMatchObject([
    { type: 'PRIVATE_FILE_UPLOAD', amount: -1, expected: 1, charged: 1, change: null },
  ]);
  const csv = await lab.must(`${history} --csv`);
  expect(csv).toMatch(/^time,amount,type,file,change,expected,charged,difference\r\n/);
  expect(csv).toContain(",'=risky.csv,,1,1,0\r\n"); // no formula for whoever opens it

  const before = await lab.balance();
  expect(await lab.ask('credit forecast')).toMatchObject({ code: 0, balance: before });
  await lab.stopService();
  const offline = await lab.run(history);
  expect(offline).toMatchObject({ code: 0, stdout: expect.stringContaining('=risky.csv') });
  expect(offline.stderr).toContain('This is a copy of');
  const forecast = await lab.run('credit forecast');
  expect(forecast.stdout).toContain(String(before));
  expect(forecast.stderr).toContain('The balance is that of');
  for (const range of [`--from 2026-02-30 --to ${today}`, `--from ${today} --to 2020-01-01`]) {
    expect((await lab.run(`credit history ${range}`)).code).toBe(2);
  }
});
