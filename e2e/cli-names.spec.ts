import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { expect, test } from './support/lab.ts';
import { researcher } from './support/people.ts';

const LONGEST_NAME_BYTES = 255;
const NAMES = [
  `"quoted" and 'single'.csv`,
  'two\nlines.csv',
  'carriage\rreturn.csv',
  '-rf.csv',
  '--yes',
  'back\\slash.csv',
  'semi;colon & 100%.csv',
  ' leading and trailing ',
  `${'n'.repeat(LONGEST_NAME_BYTES - 4)}.csv`,
  `${'é'.repeat(125)}.csv`.normalize('NFC'),
  'Å-resolution.csv'.normalize('NFC'),
  'Å-resolution.csv'.normalize('NFD'),
  '測定結果 🧪👩‍🔬.csv',
  'مرحبا.csv',
  '\u202Egpj.exe',
  'tab\there.csv',
  '[ab]*?.csv',
  'constructor',
  '__proto__',
];

test('names of every kind arrive unaltered, and harm no terminal', async ({ lab }) => {
  for (const name of NAMES) await lab.write(`data/${name}`, `content of ${name}`);
  await lab.watch('data');
  const told = await lab.run(['sync', '--yes']);
  expect(told.code, told.stdout + told.stderr).toBe(0);
  const files = await lab.mock.files(researcher, await lab.projectId(), 'private');
  expect(files.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());

  const listed = await lab.run(['file', 'list']);
  expect(listed.stdout.trimEnd().split('\n')).toHaveLength(NAMES.length + 1);
  const obeyed = Array.from(listed.stdout).filter((character) => /[\p{Cc}\u202E]/u.test(character));
  expect(new Set(obeyed)).toEqual(new Set(['\n']));
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, spent: { observed: 0 } });

  const dashed = await lab.run(['file', 'show', '--json', '--', '-rf.csv'], {
    cwd: lab.at('data'),
  });
  expect(JSON.parse(dashed.stdout)).toMatchObject({ path: lab.at('data/-rf.csv') });
});

test('links, pipes and sockets are listed as what they are and never opened', async ({ lab }) => {
  await lab.write('data/run.csv');
  await lab.write('elsewhere/secret.csv');
  await fs.symlink(lab.at('elsewhere/secret.csv'), lab.at('data/link.csv'));
  await fs.symlink(lab.at('elsewhere'), lab.at('data/linked'));
  await fs.symlink('.', lab.at('data/loop'));
  await fs.symlink('nowhere', lab.at('data/dangling'));
  execFileSync('mkfifo', [lab.at('data/pipe')]);
  await lab.watch('data');
  const synced = await lab.sync('--yes');
  expect(synced).toMatchObject({ code: 0, counts: { notarized: 1, ignored: 5 } });
  const messages = Object.fromEntries(synced.files.map(({ path, message }) => [path, message]));
  expect(messages[lab.at('data/link.csv')]).toBe('It is a link; links are not followed.');
  expect(messages[lab.at('data/pipe')]).toBe('It is not an ordinary file.');
  expect(await lab.mock.takenIn()).toHaveLength(1);
  const explained = await lab.run(['file', 'explain', lab.at('data/pipe')]);
  expect(explained.stdout).toContain('It is not an ordinary file.');
});
