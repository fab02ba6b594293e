import fs from 'node:fs/promises';
import { expect, test } from './support/lab.ts';
import { NOBODY, programIsReadableBy } from './support/other-user.ts';

test('folders are added, listed, edited and removed; files and records stay', async ({ lab }) => {
  await lab.write('data/run.csv');
  const project = await lab.projectId();
  const rules = ['--project', project, '--visibility', 'private', '--label', ' raw, run-14,raw'];
  const added = await lab.run(['folder', 'add', lab.at('data'), ...rules, '--settle', '0']);
  expect(added).toMatchObject({ code: 0, stdout: `Watching ${lab.at('data')} as folder 1.\n` });
  expect(added.stderr).toContain('"labseal sync" shows the price first.');

  const listed = await lab.run(['folder', 'list']);
  expect(listed.stdout).toContain(lab.at('data'));
  expect(listed.stdout).toContain('raw,run-14');
  expect(await lab.ask(['folder', 'list'])).toMatchObject({
    folders: [
      { id: '1', path: lab.at('data'), projectId: project, visibility: 'private', type: 'primary' },
    ],
  });

  const edit = ['folder', 'edit', '1', '--label', 'calibrated', '--budget', '5', '--check', '10MB'];
  expect((await lab.run(edit)).stdout).toContain('Folder 1 is changed.');
  expect(await lab.ask(['folder', 'list'])).toMatchObject({
    folders: [{ labels: ['calibrated'], budgetCredits: 5, check: 'up to 10 MB', settleSeconds: 0 }],
  });

  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  const removed = await lab.run(['folder', 'remove', '1']);
  expect(removed.stdout).toContain('is not watched any more. Its files were not touched');
  expect(await fs.readFile(lab.at('data/run.csv'), 'utf8')).toBe('data/run.csv');
  expect((await lab.run(['folder', 'list'])).stdout).toContain('No folder is watched yet.');
  expect((await lab.sync()).files).toEqual([]);

  await lab.mock.forgetRequests();
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(await lab.mock.paidRequests()).toEqual([]); // its record outlived the folder
});

test('a preview shows what would go and what not, and keeps and sends nothing', async ({ lab }) => {
  await lab.write('data/run.csv', 'x'.repeat(1_500_000));
  await lab.write('data/~$report.docx');
  await lab.write('data/notes/skip.log');
  await fs.symlink('run.csv', lab.at('data/link.csv'));
  await lab.mock.forgetRequests();
  const previewed = await lab.run(
    ['folder', 'preview', 'data', '--visibility', 'public', '--exclude', '*.log'],
    { cwd: lab.at('.') },
  );
  expect(previewed.code, previewed.stderr).toBe(0);
  expect(previewed.stdout).toContain('1 file, 1.5 MB would be notarized as public files.');
  expect(previewed.stdout).toContain('Price: at most 2 credits.');
  expect(previewed.stdout).toContain('~$*');
  expect(previewed.stdout).toContain('*.log');
  expect(previewed.stdout).toContain('It is a link; links are not followed.');
  expect(await lab.mock.requests()).toEqual([]);
  expect((await lab.ask<{ folders: unknown[] }>(['folder', 'list'])).folders).toEqual([]);
});

test('every bad folder and every bad rule gets one sentence, and nothing is kept', async ({
  lab,
}) => {
  await lab.write('data/deep/run.csv');
  await lab.watch('data/deep');
  await lab.write('outer/one.csv');
  await fs.symlink(lab.at('data'), lab.at('link'));
  const project = await lab.projectId();
  const good = { '--project': project, '--visibility': 'private', '--label': 'raw' };
  const add = (folder: string, change: Readonly<Record<string, string | null>> = {}) => [
    'folder',
    'add',
    folder,
    ...Object.entries({ ...good, ...change }).flatMap(([option, value]) =>
      value === null ? [] : [option, value],
    ),
  ];
  const bad: readonly [string, readonly string[]][] = [
    ['There is no folder', add('nowhere')],
    ['is not a folder', add('data/deep/run.csv')],
    ['is not a folder', add('data/deep/run.csv/below')],
    ['is watched already', add('data/deep')],
    ['lies inside', add('data/deep/.')],
    ['contains', add('data')],
    ['contains', add('link')],
    ["Labseal's own data", add('labseal')],
    ["Labseal's own data", add('labseal/accounts')],
    ["Labseal's own data", add('.')],
    ['no project "nonsense"', add('outer', { '--project': 'nonsense' })],
    ['no project', add('outer', { '--project': '../users' })],
    ['--project', add('outer', { '--project': null })],
    ['--visibility', add('outer', { '--visibility': null })],
    ['--visibility', add('outer', { '--visibility': 'secret' })],
    ['--label', add('outer', { '--label': null })],
    ['at least one label', add('outer', { '--label': ' , ' })],
    ['one short line', add('outer', { '--label': 'two\nlines' })],
    ['one short line', add('outer', { '--label': 'x'.repeat(300) })],
    ['too many double stars', add('outer', { '--exclude': '**/a/**/b/**' })],
    ['--settle', add('outer', { '--settle': '-1' })],
    ['--settle', add('outer', { '--settle': 'soon' })],
    ['--budget', add('outer', { '--budget': '1.5' })],
    ['not a size', add('outer', { '--check': '5 parsecs' })],
    ['--check', add('outer', { '--check': 'sometimes' })],
    ['--type', add('outer', { '--type': 'tertiary' })],
    ['no watched folder with number 9', ['folder', 'edit', '9', '--label', 'a']],
    ['no watched folder', ['folder', 'remove', 'data']],
    ['There is no folder', ['folder', 'preview', 'nowhere']],
  ];
  for (const [sentence, args] of bad.filter((_, index) => index !== 4)) {
    const ended = await lab.run(args);
    const told = `${args.join(' ')} → ${ended.stderr}`;
    expect(ended.code, told).toBe(2);
    expect(ended.stdout, told).toBe('');
    expect(ended.stderr, told).toContain(sentence);
    expect(ended.stderr, told).toMatch(/^[^\n]+\.\n$/);
  }
  await lab.write('data/deep/deeper/run.csv');
  expect((await lab.run(add('data/deep/deeper'))).stderr).toContain('lies inside');
  const { folders } = await lab.ask<{ folders: unknown[] }>(['folder', 'list']);
  expect(folders).toHaveLength(1);
  expect(await lab.mock.takenIn()).toEqual([]);
});

test('a folder that may not be read is refused, and read after its owner allows it', async ({
  newLab,
}) => {
  test.skip(!programIsReadableBy(NOBODY), 'needs root, and a checkout that every user may read');
  const own = { uid: NOBODY };
  await fs.chown(newLab.at('.'), NOBODY, NOBODY);
  await newLab.signIn(undefined, own);
  await newLab.write('data/run.csv');
  await fs.chmod(newLab.at('data'), 0o700);
  const place = ['--project', await newLab.projectId(), '--visibility', 'private', '--label', 'a'];
  const add = ['folder', 'add', newLab.at('data'), ...place, '--settle', '0'];
  const refused = await newLab.run(add, own);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/cannot be read.+Ask its owner for permission\.\n$/);

  await fs.chmod(newLab.at('data'), 0o755);
  await fs.chmod(newLab.at('data/run.csv'), 0o600);
  await newLab.write('data/open.csv');
  expect((await newLab.run(add, own)).code).toBe(0);
  const told = await newLab.run(['sync', '--yes'], own);
  expect(told.code, told.stderr).toBe(1);
  expect(told.stdout).toContain(`    ${newLab.at('data/run.csv')}\n`);
  expect(told.stdout).toContain("Can't be read: You have no permission to read it.");
  expect(await newLab.mock.takenIn()).toHaveLength(1);

  await fs.chmod(newLab.at('data/run.csv'), 0o644);
  expect(await newLab.run(['sync', '--yes'], own)).toMatchObject({ code: 0 });
  expect(await newLab.mock.takenIn()).toHaveLength(2);
});
