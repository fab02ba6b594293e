import { expect, test, type Lab } from './support/lab.ts';
import { administrator, researcher } from './support/people.ts';
import { bytesOf } from './support/contents.ts';

interface Limits {
  readonly day: number | null;
  readonly 'brake-files': number | null;
}

interface HistoryDocument {
  readonly asOf: string | null;
  readonly lines: readonly {
    readonly file: string | null;
    readonly change: { readonly part: string; readonly name: string } | null;
    readonly type: string | null;
    readonly amount: number | null;
    readonly expected: number | null;
    readonly charged: number | null;
  }[];
}

test('a daily budget holds what goes beyond it over several runs, and says what is left', async ({
  lab,
}) => {
  for (const name of ['a', 'b', 'c']) await lab.write(`data/${name}.csv`);
  await lab.watch('data');
  const set = await lab.ask<Limits>(['credit', 'budget', '--day', '2']);
  expect(set).toMatchObject({ code: 0, day: 2, 'brake-files': 10_000 });
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 2, held: 1 });
  const again = await lab.run(['sync', '--yes']);
  expect(again.code).toBe(1);
  expect(again.stdout).toContain(
    'Over your daily budget of 2 credits; 0 left until midnight UTC. It needs 1 credit.',
  );
  expect(again.stderr).toContain('labseal file approve');
  expect(await lab.mock.takenIn()).toHaveLength(2);

  const approved = await lab.ask<{ approved: object }>(['file', 'approve', '--all-held', 'budget']);
  expect(approved).toMatchObject({ code: 0, approved: { budget: 1 } });
  expect(await lab.mock.takenIn()).toHaveLength(2); // approving spends nothing
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
  expect(await lab.ask<Limits>(['credit', 'budget', '--day', 'none'])).toMatchObject({ day: null });
});

test('the floor stays on the balance, and the offer says what fits', async ({ lab }) => {
  for (const name of ['a', 'b', 'c']) await lab.write(`data/${name}.csv`);
  await lab.watch('data');
  const balance = await lab.balance();
  await lab.run(['credit', 'budget', '--floor', String(balance - 2)]);
  const told = await lab.run(['sync', '--yes']);
  expect(told.stderr).toContain('2 of 3 fit now (2 credits).');
  expect(told.stdout).toContain('Your balance must not go below your floor');
  expect(await lab.balance()).toBe(balance - 2);
});

test('in a folder where each file is approved nothing goes unseen, whatever was agreed to', async ({
  lab,
}) => {
  const a = await lab.write('data/a.csv');
  const b = await lab.write('data/b.csv');
  const folderId = await lab.watch('data', '--approve-each', 'yes');
  expect((await lab.sync('--yes')).counts).toEqual({ held: 2 });
  expect(await lab.mock.takenIn()).toEqual([]);
  expect(await lab.run(['file', 'approve', a])).toMatchObject({ code: 0 });
  expect((await lab.sync()).counts).toEqual({ ready: 1, held: 1 });
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 1, held: 1 });
  expect((await lab.run(['file', 'approve', a, b])).code).toBe(2);

  await lab.run(['folder', 'edit', folderId, '--approve-each', 'no']);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
});

test('what costs more than the person wants unasked waits, and so does too much at once', async ({
  lab,
}) => {
  await lab.write('data/small.csv');
  await lab.write('data/large.bin', bytesOf('large', 2_500_000));
  await lab.watch('data', '--visibility', 'public');
  await lab.run(['credit', 'budget', '--ask-above', '2', '--brake-files', '3']);
  const held = await lab.sync('--yes');
  expect(held.counts).toEqual({ notarized: 1, held: 1 });
  expect(held.files.find(({ hold }) => hold === 'review')?.message).toBe(
    'You asked to approve every file above 2 credits. It costs about 3 credits. Approve it if it shall go, then sync again.',
  );
  for (const name of ['p', 'q', 'r', 's']) await lab.write(`data/${name}.csv`);
  const braked = await lab.sync('--yes');
  expect(braked.counts).toEqual({ notarized: 1, held: 5 });
  expect(await lab.mock.takenIn()).toHaveLength(1);
  await lab.run(['file', 'approve', '--all-held', 'review']);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 6 } });
});

test('known content is notarized here too only when somebody says so, for its price', async ({
  lab,
}) => {
  await lab.write('data/a.csv', 'same');
  const copy = await lab.write('data/copy.csv', 'same');
  await lab.watch('data');
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 1, duplicate: 1 });
  expect(await lab.mock.takenIn()).toHaveLength(1);
  const known = (await lab.sync()).files.find(({ state }) => state === 'duplicate');
  expect(await lab.run(['file', 'approve', known?.path ?? copy])).toMatchObject({ code: 0 });
  expect(await lab.mock.takenIn()).toHaveLength(1);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  expect(await lab.mock.takenIn()).toHaveLength(2);
});

test('a folder without labels holds its files until it has one', async ({ lab }) => {
  await lab.write('data/a.csv');
  const place = ['--project', await lab.projectId(), '--visibility', 'private', '--settle', '0'];
  const added = await lab.run(['folder', 'add', lab.at('data'), '--no-label', ...place]);
  expect(added).toMatchObject({ code: 0 });
  expect(added.stderr).toContain('held until it has a label');
  const held = await lab.sync('--yes');
  expect([held.code, held.files[0]?.hold]).toEqual([1, 'labels']);
  const [folder] = held.folders;
  expect((await lab.run(['file', 'approve', held.files[0]?.path ?? ''])).code).toBe(2);
  await lab.run(['folder', 'edit', folder?.id ?? '', '--label', 'raw']);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
});

test('history and forecast tell what was charged for which file, with and without the service', async ({
  lab,
}) => {
  await lab.write('data/=risky.csv', 'formula');
  await lab.watch('data');
  await lab.sync('--yes');
  const today = new Date().toISOString().slice(0, 10);
  const range = ['--from', today, '--to', today];
  const history = await lab.ask<HistoryDocument>(['credit', 'history', ...range]);
  expect(history).toMatchObject({ code: 0, asOf: null });
  expect(history.lines.filter(({ file }) => file !== null)).toMatchObject([
    { file: '=risky.csv', type: 'PRIVATE_FILE_UPLOAD', amount: -1, expected: 1, charged: 1 },
  ]);
  const csv = await lab.run(['credit', 'history', ...range, '--csv']);
  expect(csv.stdout).toMatch(/^time,amount,type,file,change,expected,charged,difference\r\n/);
  expect(csv.stdout).toContain(",'=risky.csv,,1,1,0\r\n");

  const before = await lab.balance();
  expect(await lab.ask(['credit', 'forecast'])).toMatchObject({ code: 0, balance: before });
  await lab.stopMock();
  const offline = await lab.run(['credit', 'history', ...range]);
  expect(offline).toMatchObject({ code: 0 });
  expect(offline.stdout).toContain('=risky.csv');
  expect(offline.stderr).toContain('This is a copy of');
  const forecast = await lab.run(['credit', 'forecast']);
  expect(forecast.stdout).toContain(String(before));
  expect(forecast.stderr).toContain('The balance is that of');
  for (const bad of [
    ['--from', '2026-02-30', '--to', today],
    ['--from', today, '--to', '2020-01-01'],
  ]) {
    expect((await lab.run(['credit', 'history', ...bad])).code).toBe(2);
  }
});

test('a balance too low offers what fits and never goes below what is there', async ({ lab }) => {
  await lab.write('data/small.csv', 'small');
  await lab.write('data/large.bin', bytesOf('large', 5_500_000));
  await lab.watch('data', '--visibility', 'public');
  await takeAllBut(lab, 3);
  const told = await lab.run(['sync', '--yes']);
  expect(told.stderr).toContain('1 of 2 fit now (1 credit). 4 credits short.');
  expect(await lab.balance()).toBe(2);
});

async function takeAllBut(lab: Lab, credits: number): Promise<void> {
  const idOf = async (email: string) =>
    (await lab.mock.get<{ id: string }>(administrator, `/users/email/${email}`)).id;
  const [admin, user] = [await idOf(administrator.email), await idOf(researcher.email)];
  const amount = (await lab.balance()) - credits;
  const path = `/users/${admin}/credit-balance/${user}`;
  await lab.mock.post(administrator, path, { amount, operationType: 'subtract' });
}

const today = () => new Date().toISOString().slice(0, 10);
const invite = (project: string, ...more: readonly string[]) =>
  ['member', 'invite', '--project', project, '--email', 'colleague@lab.test'].concat(more);

test('an invitation is named in the history, counts as spent, and files beside it keep their prices', async ({
  lab,
}) => {
  await lab.write('data/run.csv');
  await lab.watch('data');
  await lab.sync('--yes');
  expect(await lab.run(invite(await lab.projectId(), '--yes'))).toMatchObject({ code: 0 });
  const range = ['--from', today(), '--to', today()];
  const history = await lab.ask<HistoryDocument>(['credit', 'history', ...range]);
  const ours = history.lines.filter(({ file, change }) => file !== null || change !== null);
  expect(ours).toMatchObject([
    { file: 'run.csv', change: null, charged: 1 },
    {
      change: { part: 'invitation', name: 'Casey Demo-Colleague' },
      type: 'PROJECT_INVITATION',
      amount: -10,
      expected: 10,
      charged: 10,
    },
  ]);
  const told = await lab.run(['credit', 'history', ...range]);
  expect(told.stdout).toContain('Invitation of Casey Demo-Colleague');
  const forecast = await lab.ask(['credit', 'forecast']);
  expect(forecast).toMatchObject({ spentToday: 11, waitingChanges: 0, waitingCredits: 0 });
});

test('a used-up budget refuses no invitation; the floor asks for a word of its own', async ({
  lab,
}) => {
  const project = await lab.projectId();
  const balance = await lab.balance();
  await lab.run(['credit', 'budget', '--day', '0', '--floor', String(balance - 5)]);
  const low = await lab.run(invite(project, '--yes'));
  expect(low.code).toBe(1);
  const sentence = `It would leave ${balance - 10} credits, below your floor of ${balance - 5}.`;
  expect(low.stderr).toContain(`${sentence} Nothing was sent.`);
  expect(await lab.balance()).toBe(balance);
  expect(await lab.run(invite(project, '--yes', '--below-floor'))).toMatchObject({ code: 0 });
  expect(await lab.balance()).toBe(balance - 10);
});
