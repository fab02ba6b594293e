/** Spending limits on the command line: what they block, how a person approves it, and balance and history. */
import { expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

async function watchFiles(names: string, ...options: readonly string[]): Promise<string> {
  for (const name of names) lab.write(`data/${name}.csv`);
  return lab.watch('data', ...options);
}

test('the limit of a month and a reserve hold what goes beyond them over several runs, and say what is left (P3)', async () => {
  await watchFiles('abc');
  const set = await lab.ask('credit budget --month 2');
  const asBefore = { day: null, 'ask-above': null, 'brake-files': 10_000, 'brake-credits': null };
  expect(set).toMatchObject({ code: 0, month: 2, reserve: null, floor: null, ...asBefore });
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 2, held: 1 });
  const again = await lab.run('sync --yes');
  expect(again.code).toBe(1);
  expect(again.stdout).toContain(
    'Over your monthly limit of 2 credits; 0 left until the end of the month (UTC). It costs at most 1 credit.',
  );
  expect(again.stderr).toContain('labseal file approve');
  expect(lab.charged()).toBe(2);
  const unnamed = await lab.run('file approve --all-held budget --beyond reserve');
  expect(unnamed.code).toBe(1);
  expect(unnamed.stderr).toContain(
    'They would go over your monthly limit of 2 credits. Nothing was approved. To let them go all the same, add --beyond month.',
  );
  const approved = await lab.run('file approve --all-held budget --beyond month');
  expect(approved.code).toBe(0);
  expect(approved.stderr).toContain('"labseal sync" sends them, for at most 1 credit.');
  expect(lab.charged()).toBe(2); // approving spends nothing
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });

  const reserve = await lab.balance();
  const limits = await lab.ask(`credit budget --month none --reserve ${reserve}`);
  expect(limits).toMatchObject({ month: null, reserve, floor: reserve });
  lab.write('data/d.csv');
  const low = await lab.run('sync --yes');
  expect(low.stdout).toContain(`This would use your reserve of ${reserve}; 0 above it.`);
  expect(await lab.balance()).toBe(reserve);
  expect(await lab.must('credit balance')).toMatch(
    / spent from this computer this month \(UTC\)\./,
  );
});

test.each([
  ['--day 5', '"--month N" limits a month'],
  ['--floor 5', 'The floor is called reserve'],
  ['--ask-above 5', '--approve-each yes'],
  ['--brake-files none', 'more than 10,000 new files at once always waits for you'],
  ['--brake-credits 5', '--budget N'],
])('a limit that is no more says what does its work now: %s', async (option, instead) => {
  const { code, stderr } = await lab.run(`credit budget ${option}`);
  expect([code, stderr]).toEqual([2, expect.stringContaining(instead)]);
});

test('more than 10,000 new files at once are paid for by no option before they were approved together (P3)', async () => {
  const files = 10_001;
  for (let index = 0; index < files; index += 1) lab.write(`data/${index}.csv`, `${index}`);
  const id = await lab.watch('data', '--budget', '20000', '--check', 'never');
  const { stderr, code } = await lab.run('sync --yes');
  expect(stderr).toContain(
    `10,001 files came at once and cost at most 10,001 credits together: no option pays for so many unseen. Agree to the price with "labseal sync", or with "labseal file approve --folder ${id}".`,
  );
  expect([code, lab.charged()]).toEqual([1, 0]);
  const approved = await lab.ask(`file approve --folder ${id}`);
  expect(approved).toMatchObject({ code: 0, approved: { review: files } });
  expect(await lab.ask(`file approve --folder ${id}`)).toMatchObject({ approved: {} });
  expect((await lab.run(`file approve --folder ${id} --all-held review`)).code).toBe(2);
});

test('in a folder where each file is approved nothing goes unseen, whatever was agreed to', async () => {
  const id = await watchFiles('ab', '--approve-each', 'yes');
  const [a, b] = [lab.at('data/a.csv'), lab.at('data/b.csv')];
  expect((await lab.sync('--yes')).counts).toEqual({ held: 2 });
  expect(lab.charged()).toBe(0);
  await lab.must('file approve', a);
  expect((await lab.sync()).counts).toEqual({ notarized: 1, held: 1 }); // what was approved needs no other yes
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 1, held: 1 });
  expect((await lab.run('file approve', a, b)).code).toBe(2);
  lab.write('data/c.csv');
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 1, held: 2 });
  const approved = await lab.run(`file approve --folder ${id}`);
  expect(approved).toMatchObject({ code: 0, stdout: '2 files approved.\n' });
  expect(approved.stderr).toContain('"labseal sync" sends them, for at most 2 credits.');
  expect(await lab.must(`file approve --folder ${id}`)).toBe('No such file waits for approval.\n');
  expect((await lab.sync()).counts).toEqual({ notarized: 3 });
  lab.write('data/d.csv');
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 3, held: 1 });
  await lab.must(`folder edit ${id} --approve-each no`);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 4 } });
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

test('the history tells what was charged for which file, with and without the service', async () => {
  await lab.signIn('principal investigator'); // no other test spends from this account
  lab.write('data/plate-A/=risky.csv');
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
  expect(csv).toMatch(/^time,amount,type,file,change,expected,charged,difference,folder\r\n/);
  expect(csv).toContain(",'=risky.csv,,1,1,0,data/plate-A\r\n"); // no formula for whoever opens it

  await lab.stopService();
  const offline = await lab.run(history);
  expect(offline).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('data/plate-A/=risky.csv'),
  });
  expect(offline.stderr).toContain('This is a copy of');
  for (const range of [`--from 2026-02-30 --to ${today}`, `--from ${today} --to 2020-01-01`]) {
    expect((await lab.run(`credit history ${range}`)).code).toBe(2);
  }
});

test('the balance says what it is enough for, and a forecast says who does its work', async () => {
  const none = await lab.run('credit balance');
  expect(none.stdout).toMatch(/^[\d,]+ credits\n$/);
  const id = await watchFiles('ab');
  expect(await lab.sync()).toMatchObject({ code: 1 });
  await lab.must(`folder edit ${id} --budget 5`);
  const balance = await lab.balance();
  expect((await lab.run('credit balance')).stdout).toContain(
    ' credits: enough for all that waits.',
  );
  await lab.must(`credit budget --reserve ${balance - 1}`);
  const answer = await lab.ask('credit balance');
  expect(answer).toMatchObject({ code: 0, balance, queuedFiles: 2, fittingFiles: 1 });
  const short = await lab.must('credit balance');
  const left = `Your reserve of ${balance - 1} leaves enough for 1 of 2 files; the rest wait.`;
  expect(short).toContain(`${balance} credits. ${left}`);
  expect(short).toMatch(new RegExp(`\n${id} +0 +5 `));
  for (const line of ['credit forecast', 'credit forecast --folder 3 all']) {
    const gone = await lab.run(line);
    expect(gone).toMatchObject({ code: 2, stdout: '' });
    expect(gone.stderr).toContain('"labseal credit balance" shows');
  }
  expect(await lab.must('credit --help')).not.toContain('forecast');
});
