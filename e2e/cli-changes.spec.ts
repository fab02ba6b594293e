import fs from 'node:fs/promises';
import { sha256 } from './support/contents.ts';
import { expect, test, type Lab, type SyncDocument } from './support/lab.ts';
import { researcher } from './support/people.ts';

/** Three notarized files in data/. */
async function notarizeThree(lab: Lab): Promise<SyncDocument> {
  for (const name of ['a.csv', 'b.csv', 'deep/c.csv']) await lab.write(`data/${name}`);
  await lab.watch('data');
  const synced = await lab.sync('--yes');
  expect(synced).toMatchObject({ code: 0, counts: { notarized: 3 } });
  await lab.mock.forgetRequests();
  return synced;
}

/** The next sync, which must send nothing that costs. */
async function syncForNothing(lab: Lab): Promise<SyncDocument> {
  const synced = await lab.sync('--yes');
  expect(await lab.mock.paidRequests()).toEqual([]);
  expect(await lab.mock.takenIn()).toHaveLength(3);
  expect(synced.spent).toEqual({ estimated: 0, observed: 0 });
  return synced;
}

function fileIdsByName({ files }: SyncDocument): Record<string, string | null> {
  return Object.fromEntries(files.map(({ path, fileId }) => [path.split('/').at(-1), fileId]));
}

test('renaming, moving between folders and touching cost nothing and keep the record', async ({
  lab,
}) => {
  const first = fileIdsByName(await notarizeThree(lab));
  await fs.rename(lab.at('data/a.csv'), lab.at('data/renamed.csv'));
  await fs.mkdir(lab.at('data/new'));
  await fs.rename(lab.at('data/b.csv'), lab.at('data/new/b.csv'));
  await fs.utimes(lab.at('data/deep/c.csv'), new Date(), new Date());
  const second = await syncForNothing(lab);
  expect(second).toMatchObject({ code: 0, counts: { notarized: 3 } });
  expect(fileIdsByName(second)).toEqual({
    'renamed.csv': first['a.csv'],
    'b.csv': first['b.csv'],
    'c.csv': first['c.csv'],
  });

  await fs.rename(lab.at('data/deep'), lab.at('data/deeper'));
  expect(await syncForNothing(lab)).toMatchObject({ code: 0, counts: { notarized: 3 } });
});

test('moving a file into another watched folder of the same project costs nothing', async ({
  lab,
}) => {
  const first = fileIdsByName(await notarizeThree(lab));
  await lab.write('other/d.csv', 'data/a.csv'); // a copy of a.csv, so that the folder is not empty
  await lab.watch('other');
  await fs.rename(lab.at('data/b.csv'), lab.at('other/b.csv'));
  const second = await syncForNothing(lab);
  expect(second).toMatchObject({ code: 0, counts: { notarized: 3, duplicate: 1 } });
  expect(fileIdsByName(second)['b.csv']).toBe(first['b.csv']);
});

test('copies, and files deleted and made again, cost nothing', async ({ lab }) => {
  await notarizeThree(lab);
  await fs.copyFile(lab.at('data/a.csv'), lab.at('data/copy.csv'));
  await fs.rm(lab.at('data/b.csv'));
  const second = await syncForNothing(lab);
  expect(second).toMatchObject({ code: 0, counts: { notarized: 2, duplicate: 1, missing: 1 } });
  const gone = second.files.find(({ state }) => state === 'missing');
  expect(gone?.message).toContain('The record and the certificate are safe.');

  await lab.write('data/b.csv');
  expect(await syncForNothing(lab)).toMatchObject({
    code: 0,
    counts: { notarized: 3, duplicate: 1 },
  });
});

test('an edited file waits for a yes, costs exactly one, and the old proof stays', async ({
  lab,
}) => {
  const first = fileIdsByName(await notarizeThree(lab));
  await lab.write('data/a.csv', 'edited');
  const unagreed = await lab.sync();
  expect(unagreed).toMatchObject({ ok: false, code: 1, counts: { notarized: 2, changed: 1 } });
  expect(await lab.mock.paidRequests()).toEqual([]);

  const told = await lab.run(['sync', '--yes']);
  expect(told.code, told.stderr).toBe(0);
  expect(told.stderr).toContain('1 file (1 new version of notarized files)');
  expect(told.stdout).toContain('your balance went down by 1 credit.');
  const takenIn = await lab.mock.takenIn();
  expect(takenIn).toHaveLength(4);
  expect(takenIn.at(-1)).toMatchObject({ sha256: sha256('edited'), charged: 1 });

  const listed = await lab.mock.files(researcher, await lab.projectId(), 'private');
  const versions = listed.filter(({ name }) => name === 'a.csv');
  expect(versions.map(({ id }) => id)).toContain(first['a.csv']);
  expect(versions.map(({ status }) => status)).toEqual(['Available', 'Available']);
  const target = lab.at('old.json');
  const get = ['certificate', 'get', first['a.csv'] ?? '', '--raw', '--out', target];
  const old = await lab.run(get);
  expect(old.code, old.stderr).toBe(0);
  expect(await fs.readFile(target, 'utf8')).toContain(sha256('data/a.csv'));
});
