import { expect, test, type Lab } from './support/lab.ts';
import { administrator, researcher } from './support/people.ts';
import { bytesOf } from './support/contents.ts';

test('--max-credits sends the cheapest and holds the rest as budget', async ({ lab }) => {
  for (const name of ['a', 'b', 'c', 'd']) await lab.write(`data/${name}.csv`);
  await lab.watch('data');
  const synced = await lab.sync('--max-credits', '3');
  expect(synced).toMatchObject({ ok: false, code: 1, counts: { notarized: 3, held: 1 } });
  expect(synced.spent).toEqual({ estimated: 3, observed: 3 });
  const held = synced.files.find(({ state }) => state === 'held');
  expect(held).toMatchObject({ hold: 'budget', fileId: null });
  expect(await lab.mock.takenIn()).toHaveLength(3);

  const told = await lab.run(['sync', '--max-credits', '0']);
  expect(told).toMatchObject({ code: 1 });
  expect(told.stdout).toContain('Held · over your budget');
  expect(told.stdout).toContain('Allow more, then sync again.');
  expect(await lab.mock.takenIn()).toHaveLength(3);
  expect(await lab.sync('--max-credits', '1')).toMatchObject({ code: 0, counts: { notarized: 4 } });
});

test('without a terminal and without a yes nothing is spent', async ({ lab }) => {
  await lab.write('data/a.csv');
  await lab.watch('data');
  for (const args of [['sync'], ['sync', '--json']]) {
    const ended = await lab.run(args);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('Nothing is spent without your agreement');
    expect(ended.stderr).toContain('--max-credits N');
  }
  expect(await lab.mock.takenIn()).toEqual([]);
  expect((await lab.sync()).counts).toEqual({ ready: 1 });
});

test("a folder's own budget holds what goes beyond it, over several runs", async ({ lab }) => {
  for (const name of ['a', 'b', 'c']) await lab.write(`data/${name}.csv`);
  const folderId = await lab.watch('data', '--budget', '2');
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 2, held: 1 });
  expect((await lab.sync('--yes')).counts).toEqual({ notarized: 2, held: 1 });
  await lab.run(['folder', 'edit', folderId, '--no-budget']);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
});

test('a balance too low holds the dearest as credits; the others go', async ({ lab }) => {
  await keepOnly(lab, 4);
  await lab.write('data/small.csv', 'small');
  await lab.write('data/middle.bin', bytesOf('middle', 2_500_000));
  await lab.write('data/large.bin', bytesOf('large', 5_500_000));
  await lab.watch('data', '--visibility', 'public');
  const told = await lab.run(['sync', '--yes']);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain(`    ${lab.at('data/large.bin')}\n`);
  expect(told.stdout).toContain(
    'Held · not enough credits: It needs about 6 credits, more than your balance allows.',
  );
  const { files, counts } = await lab.sync('--yes');
  expect(counts).toEqual({ notarized: 2, held: 1 });
  expect(files.find(({ hold }) => hold === 'credits')?.path).toBe(lab.at('data/large.bin'));
  expect(await lab.balance()).toBe(0);

  await giveCredits(lab, 6);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
  expect(await lab.balance()).toBe(0);
});

async function userIdOf(lab: Lab, email: string): Promise<string> {
  return (await lab.mock.get<{ id: string }>(administrator, `/users/email/${email}`)).id;
}

async function giveCredits(lab: Lab, amount: number, operationType = 'add'): Promise<void> {
  const admin = await userIdOf(lab, administrator.email);
  const user = await userIdOf(lab, researcher.email);
  const path = `/users/${admin}/credit-balance/${user}`;
  await lab.mock.post(administrator, path, { amount, operationType });
}

async function keepOnly(lab: Lab, credits: number): Promise<void> {
  await giveCredits(lab, (await lab.balance()) - credits, 'subtract');
  expect(await lab.balance()).toBe(credits);
}
