import fs from 'node:fs/promises';
import { expect, test, type Lab } from './support/lab.ts';

async function statesByName(lab: Lab, ...options: readonly string[]) {
  const { files } = await lab.sync('--yes', ...options);
  return Object.fromEntries(
    files.map(({ path, state }) => [path.slice(lab.at('data').length + 1), state]),
  );
}

test('.labsealignore and --exclude leave out what they match, and say which rule it was', async ({
  lab,
}) => {
  await lab.write('data/.labsealignore', '*.log\n/scratch/\n');
  await lab.write('data/run.csv');
  await lab.write('data/run.log');
  await lab.write('data/scratch/half.csv');
  await lab.write('data/deep/.labsealignore', '!keep.log\n');
  await lab.write('data/deep/keep.log');
  await lab.write('data/deep/old.bak');
  const folderId = await lab.watch('data', '--exclude', '*.bak');
  expect(await statesByName(lab)).toEqual({
    '.labsealignore': 'ignored',
    'deep/.labsealignore': 'ignored',
    'run.csv': 'notarized',
    'run.log': 'ignored',
    'deep/keep.log': 'notarized',
    'deep/old.bak': 'ignored',
  });
  const explain = async (name: string) =>
    (await lab.run(['file', 'explain', lab.at(`data/${name}`)])).stdout;
  expect(await explain('run.log')).toContain('.labsealignore: *.log');
  expect(await explain('scratch/half.csv')).toContain('.labsealignore: /scratch/');
  expect(await explain('deep/old.bak')).toContain('folder settings: *.bak');

  await lab.write('data/.labsealignore', '/scratch/\n');
  await lab.run(['folder', 'edit', folderId, '--exclude', 'nothing']);
  expect(await statesByName(lab)).toMatchObject({
    'run.log': 'notarized',
    'deep/old.bak': 'notarized',
  });
  expect(await lab.mock.takenIn()).toHaveLength(4);
});

test('a .labsealignore that cannot be used keeps its folder from being sent', async ({ lab }) => {
  await lab.write('data/.labsealignore', '**/a/**/b/**\n');
  await lab.write('data/run.csv');
  await lab.watch('data');
  const told = await lab.run(['sync', '--yes']);
  expect(told.code).toBe(1);
  expect(told.stderr).toContain(`${lab.at('data')}: The .labsealignore file in it cannot be used`);
  expect(await lab.mock.takenIn()).toEqual([]);
});

test('a folder that vanished or was emptied rests, and nothing is concluded', async ({ lab }) => {
  await lab.write('data/run.csv');
  await lab.write('data/deep/more.csv');
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ counts: { notarized: 2 } });
  const before = await lab.ask<{ files: unknown }>(['file', 'list']);

  await fs.rename(lab.at('data'), lab.at('away'));
  const absent = await lab.run(['sync', '--yes']);
  expect(absent.code).toBe(1);
  expect(absent.stderr).toContain('is not there. Its files are left as they were');
  const status = await lab.run(['status']);
  expect(status.stdout).toContain('at rest');
  expect(status.stderr).toContain(`The folder ${lab.at('data')} is not there any more.`);
  expect(await lab.ask(['status'])).toMatchObject({ health: ['folder-trouble'] });
  expect(await lab.ask(['file', 'list'])).toEqual(before);

  await fs.mkdir(lab.at('data'));
  const emptied = await lab.run(['sync', '--yes']);
  expect(emptied.code).toBe(1);
  expect(emptied.stderr).toContain('is empty although it held files');
  expect(await lab.ask(['file', 'list'])).toEqual(before);

  await fs.rmdir(lab.at('data'));
  await fs.rename(lab.at('away'), lab.at('data'));
  await lab.mock.forgetRequests();
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  expect(await lab.mock.paidRequests()).toEqual([]);
});

test('a secondary file is held until it is said where it comes from, then goes', async ({
  lab,
}) => {
  await lab.write('raw/run.csv');
  await lab.write('docs/procedure.md');
  await lab.watch('raw');
  await lab.watch('docs');
  const { files } = await lab.sync('--yes');
  const fileIds = files.map(({ fileId }) => fileId);
  const [primary = '', procedure = ''] = fileIds.map(String);

  await lab.write('data/peaks.csv');
  const folderId = await lab.watch('data', '--type', 'secondary');
  const held = await lab.run(['sync', '--yes']);
  expect(held.code).toBe(1);
  expect(held.stdout).toContain(`    ${lab.at('data/peaks.csv')}\n`);
  expect(held.stdout).toContain(
    'Held · add procedure: It is a secondary file: say which primary files and which procedure it comes from',
  );
  expect(await lab.mock.takenIn()).toHaveLength(2);

  const edit = ['folder', 'edit', folderId, '--procedure', 'Peaks over 3 sigma'];
  await lab.run([...edit, '--procedure-files', procedure, '--primary-files', primary]);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 3 } });
});
