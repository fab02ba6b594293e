/**
 * Watched folders on the command line: their rules, what is excluded and why, and the messages when a folder has a
 * problem.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

/** States of the files in data/ after a sync, by name. */
async function statesByName(): Promise<Record<string, string>> {
  const { files } = await lab.sync('--yes');
  return Object.fromEntries(
    files.map(({ path: file, state }) => [path.relative(lab.at('data'), file), state]),
  );
}

test('a folder that was moved is pointed to its new place; its files stay as they were, and cost nothing', async () => {
  lab.write('data/run.csv');
  const rules = ['--project', lab.projectId, '--visibility', 'private', '--settle', '0'];
  await lab.must('folder add', lab.at('data'), ...rules, '--label', 'raw');
  expect(await statesByName()).toEqual({ 'run.csv': 'notarized' });
  fs.renameSync(lab.at('data'), lab.at('moved'));
  lab.write('other/unknown.csv');
  const wrong = await lab.run('folder moved 1', lab.at('other'));
  expect(wrong.code).not.toBe(0);
  expect(wrong.stderr).toContain(`No known file of ${lab.at('data')} lies in ${lab.at('other')}`);
  expect(await lab.must('folder moved 1', lab.at('moved'))).toContain(
    `Folder 1 lies in ${lab.at('moved')} now.`,
  );
  const { files } = await lab.sync('--yes');
  expect(files.map(({ path: file, state }) => [file, state])).toEqual([
    [path.join(lab.at('moved'), 'run.csv'), 'notarized'],
  ]);
});

test('folders are added, listed, edited and removed; files and records stay', async () => {
  const file = lab.write('data/run.csv');
  const rules = ['--project', lab.projectId, '--visibility', 'private', '--settle', '0'];
  const added = await lab.run(
    'folder add',
    lab.at('data'),
    ...rules,
    '--label',
    ' raw, run-14,raw',
  );
  expect(added).toMatchObject({ code: 0, stdout: `Watching ${lab.at('data')} as folder 1.\n` });
  expect(added.stderr).toContain('"labseal sync" shows the price first.');
  const listed = await lab.must('folder list');
  expect(listed).toContain(lab.at('data'));
  expect(listed).toContain('raw,run-14');

  const edit = 'folder edit 1 --label calibrated --budget 5 --check first --exclude *.tmp';
  expect(await lab.must(edit)).toContain('Folder 1 is changed.');
  const shown = await lab.must('folder show', lab.at('data'));
  for (const rule of [
    /Labels +calibrated/,
    /Exclude +\*\.tmp/,
    /Budget +5 credits/,
    /Check +before the price/,
  ])
    expect(shown).toMatch(rule);
  expect(await lab.ask('folder show 1')).toMatchObject({
    id: '1',
    exclude: ['*.tmp'],
    budgetCredits: 5,
  });
  expect(await lab.run('folder show 7')).toMatchObject({ code: 2 });
  expect(await lab.ask('folder list')).toMatchObject({
    folders: [
      {
        id: '1',
        path: lab.at('data'),
        projectId: lab.projectId,
        visibility: 'private',
        type: 'primary',
        labels: ['calibrated'],
        budgetCredits: 5,
        check: 'first',
        settleSeconds: 0,
      },
    ],
  });

  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(await lab.must('folder remove 1')).toContain(
    'is not watched any more. Its files were not touched',
  );
  expect(fs.readFileSync(file, 'utf8')).toBe(file);
  expect(await lab.must('folder list')).toContain('No folder is watched yet.');
  expect((await lab.sync()).files).toEqual([]);
  lab.forgetRequests();
  await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  expect(lab.uploads()).toEqual([]); // its record outlived the folder
});

test('how changes are detected is chosen, shown and changed; what cannot be is refused', async () => {
  const place = [
    lab.at('data'),
    '--project',
    lab.projectId,
    '--visibility',
    'private',
    '--label',
    'a',
  ];
  lab.write('data/run.csv');
  for (const [option, value, said] of [
    ['--watch', 'sometimes', '--watch is one of auto, poll, not "sometimes".'],
    ['--watch', 'native', '--watch native is gone: auto chooses it where it works.'],
    ['--poll-seconds', '4', '--poll-seconds takes 5 to 600 seconds, not "4".'],
    ['--poll-seconds', 'often', '--poll-seconds takes a whole number from 0 on, not "often".'],
  ] as const) {
    const refused = await lab.run('folder add', ...place, option, value);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(said);
  }
  const added = await lab.run('folder add --watch poll --poll-seconds 30', ...place);
  expect(added.code).toBe(0);
  expect(added.stderr).toContain('It is checked for changes every 30 seconds.');
  const polled = { watch: 'poll', watchedBy: 'poll', pollSeconds: 30, watchLimit: 'polled' };
  expect(await lab.ask('folder list')).toMatchObject({ folders: [polled] });
  expect(await lab.must('folder list')).toContain('poll');
  const edited = await lab.run('folder edit 1 --poll-seconds 5');
  expect(edited.stderr).toContain('every 5 seconds');
  const automatic = { watch: 'auto', pollSeconds: 5, watchLimit: null };
  expect(await lab.ask('folder edit 1 --watch auto')).toMatchObject(automatic);
});

test('a preview shows what would go and what not, and keeps and sends nothing', async () => {
  lab.write('data/run.csv', 'x'.repeat(1_500_000));
  lab.write('data/~$report.docx');
  lab.write('data/notes/skip.log');
  fs.symlinkSync('run.csv', lab.at('data/link.csv'));
  lab.forgetRequests();
  const previewed = await lab.must(
    'folder preview --visibility public --exclude *.log',
    lab.at('data'),
  );
  for (const said of [
    '1 file, 1.5 MB, would be notarized as public.',
    'Price: at most 2 credits.',
    '~$*',
    '*.log',
    'It is a link; links are not followed.',
  ]) {
    expect(previewed).toContain(said);
  }
  lab.write('data/more.log');
  expect(await lab.must('folder preview --exclude *.log', lab.at('data'))).toContain(
    'Left out: 2 files or folders. They match ',
  );
  expect(lab.requests()).toEqual([]);
  expect(await lab.ask('folder list')).toMatchObject({ folders: [] });
});

test('a preview of a watched folder is by its own rules, and counts no file that is notarized or was changed since', async () => {
  lab.write('data/deep/run.csv');
  lab.write('data/deep/changes.csv', 'before');
  await lab.watch('data', '--visibility', 'public', '--exclude', '*.skip');
  expect((await lab.sync('--yes')).code).toBe(0);
  lab.write('data/deep/new.csv', 'x'.repeat(1_500_000));
  lab.write('data/deep/left.skip');
  lab.write('data/deep/changes.csv', 'afterwards');
  for (const folder of ['data', 'data/deep']) {
    const previewed = await lab.must('folder preview', lab.at(folder));
    for (const said of [
      '1 file, 1.5 MB, would be notarized as public.',
      'Price: at most 2 credits.',
      'Left out: 1 file or folder. It is notarized already, or on the service.',
      'Left out: 1 file or folder. It was changed since it was notarized',
      'new.csv',
    ]) {
      expect(previewed).toContain(said);
    }
    expect(previewed).toMatch(/left\.skip .*\*\.skip/);
    expect(previewed).not.toContain('run.csv');
    expect(await lab.must('folder preview --all', lab.at(folder))).toContain('run.csv');
  }
});

test('a preview names the first files with the price or the reason of each, and all of them if asked', async () => {
  for (let file = 10; file < 55; file += 1) lab.write(`data/run-${file}.csv`);
  const first = await lab.must('folder preview', lab.at('data'));
  expect(first.match(/run-\d\d\.csv .* 1 credit$/gm)).toHaveLength(40);
  expect(first).toContain('and 5 more; --all lists every one.');
  const all = await lab.must('folder preview --all', lab.at('data'));
  expect(all.match(/run-\d\d\.csv/g)).toHaveLength(45);
});

const BAD_FOLDERS = [
  ['nowhere', 'There is no folder'],
  ['data/deep/run.csv', 'is not a folder'],
  ['data/deep', 'is watched already'],
  ['data/deep/deeper', 'lies inside'],
  ['data', 'contains'],
  ['link', 'contains'],
  ['labseal', "Labseal's own data"],
  ['.', "Labseal's own data"],
] as const;

test('an edit that names nothing to change is refused', async () => {
  lab.write('data/run.csv');
  const id = await lab.watch('data');
  for (const command of [`folder edit ${id}`, `folder edit ${id} --json`]) {
    const { code, stderr } = await lab.run(command);
    expect(code).toBe(2);
    expect(stderr).toContain('Say what to change');
  }
});

const BAD_RULES: readonly (readonly [string, string | null, string])[] = [
  ['--project', 'nonsense', 'no project "nonsense"'],
  ['--project', '../users', 'no project'],
  ['--visibility', 'secret', '--visibility'],
  ['--label', null, '--label'],
  ['--label', ' , ', 'at least one label'],
  ['--label', 'x'.repeat(600), 'one short line'],
  ['--exclude', '**/a/**/b/**', 'too many double stars'],
];

test('every bad folder and every bad rule gets one sentence, and nothing is kept', async () => {
  lab.write('data/deep/run.csv');
  lab.write('data/deep/deeper/run.csv');
  lab.write('outer/one.csv');
  fs.symlinkSync(lab.at('data'), lab.at('link'));
  await lab.watch('data/deep');
  const good = { '--project': lab.projectId, '--visibility': 'private', '--label': 'raw' };
  const refused = async (sentence: string, command: string, ...more: readonly string[]) => {
    const { code, stdout, stderr } = await lab.run(command, ...more);
    expect({ command, more, code, stdout }).toEqual({ command, more, code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^[^\n]+\.\n$/);
  };
  for (const [folder, sentence] of BAD_FOLDERS) {
    await refused(sentence, 'folder add', lab.at(folder), ...Object.entries(good).flat());
  }
  for (const [option, value, sentence] of BAD_RULES) {
    const words = Object.entries({ ...good, [option]: value }).flatMap(([name, given]) =>
      given === null ? [] : [name, given],
    );
    await refused(sentence, 'folder add', lab.at('outer'), ...words);
  }
  await refused('no watched folder with number 9', 'folder edit 9 --label a');
  await refused('no watched folder', 'folder remove data');
  await refused('There is no folder', 'folder preview nowhere');
  expect(await lab.ask('folder list')).toMatchObject({ folders: [{ path: lab.at('data/deep') }] });
});

describe('what is left out', () => {
  test('says which rule it was, or what it is, and is never opened', async () => {
    lab.write('data/.labsealignore', '*.log\n/scratch/\n');
    for (const name of [
      'run.csv',
      'run.log',
      'scratch/half.csv',
      'deep/keep.log',
      'deep/old.bak',
    ]) {
      lab.write(`data/${name}`);
    }
    lab.write('data/deep/.labsealignore', '!keep.log\n');
    lab.write('elsewhere/secret.csv');
    fs.symlinkSync(lab.at('elsewhere'), lab.at('data/linked'));
    fs.symlinkSync('.', lab.at('data/loop'));
    execFileSync('mkfifo', [lab.at('data/pipe')]);
    const id = await lab.watch('data', '--exclude', '*.bak');
    expect(await statesByName()).toEqual({
      '.labsealignore': 'ignored',
      'deep/.labsealignore': 'ignored',
      'run.csv': 'notarized',
      'run.log': 'ignored',
      'deep/keep.log': 'notarized',
      'deep/old.bak': 'ignored',
      linked: 'ignored',
      loop: 'ignored',
      pipe: 'ignored',
    });
    for (const [name, why] of [
      ['run.log', '.labsealignore: *.log'],
      ['scratch/half.csv', '.labsealignore: /scratch/'],
      ['deep/old.bak', '"*.bak", a pattern of its folder'],
      ['linked', 'It is a link; links are not followed.'],
      ['pipe', 'It is not an ordinary file.'],
    ] as const) {
      expect(await lab.must('file explain', lab.at(`data/${name}`))).toContain(why);
    }
    lab.write('data/.labsealignore', '/scratch/\n');
    await lab.must(`folder edit ${id} --exclude nothing`);
    expect(await statesByName()).toMatchObject({
      'run.log': 'notarized',
      'deep/old.bak': 'notarized',
    });
    expect(lab.takenIn()).toHaveLength(4);
  });

  test('a notarized file stays so, whatever is left out later', async () => {
    const file = lab.write('data/run.csv');
    const id = await lab.watch('data');
    await lab.sync('--yes');
    await lab.must(`folder edit ${id} --exclude *.csv`);
    expect(await statesByName()).toEqual({ 'run.csv': 'notarized' });
    expect(await lab.must('file explain', file)).toContain('Notarized');
  });

  test('of a folder of new files, what lies in it is left out, says why, and is included one by one or all at once', async () => {
    const first = lab.write('data/run.csv');
    lab.write('data/second.csv');
    const preview = await lab.must('folder preview --only-new', lab.at('data'));
    expect(preview).toContain('0 files');
    expect(preview).toContain('2 files or folders. They were there before');
    const place = [lab.at('data'), ...lab.rules()];
    const added = await lab.run('folder add --settle 0 --only-new', ...place);
    expect(added.stderr).toContain('--take-earlier');
    expect(await lab.ask('folder list')).toMatchObject({ folders: [{ id: '1', onlyNew: true }] });
    expect(await statesByName()).toEqual({ 'run.csv': 'ignored', 'second.csv': 'ignored' });
    expect(await lab.must('file explain', first)).toContain('only new files are wanted');
    const included = await lab.run('file include', first);
    expect(included.stdout).toBe('1 file included.\n');
    expect(included.stderr).toContain('Nothing was spent.');
    expect((await lab.run('file include', first)).stdout).toContain('None of them');
    expect(await statesByName()).toEqual({ 'run.csv': 'notarized', 'second.csv': 'ignored' });
    const elsewhere = lab.write('more/other.csv');
    await lab.must('folder add', lab.at('more'), ...lab.rules());
    await lab.run('sync --max-credits 0');
    for (const wrong of [lab.at('none.csv'), elsewhere]) {
      const refused = await lab.run('folder edit 1 --budget 77 --take-earlier', wrong);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
    }
    expect(await lab.ask('folder list')).toMatchObject({ folders: [{ budgetCredits: null }, {}] });
    await lab.must('folder remove 2');
    await lab.must('folder edit 1 --take-earlier');
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  });
});

describe('what keeps files from being sent', () => {
  test('a .labsealignore that cannot be used', async () => {
    lab.write('data/.labsealignore', '**/a/**/b/**\n');
    lab.write('data/run.csv');
    await lab.watch('data');
    const reported = await lab.run('sync --yes');
    expect(reported.code).toBe(1);
    expect(reported.stderr).toContain(
      `${lab.at('data')}: The .labsealignore file in it has too many patterns`,
    );
    expect(lab.takenIn()).toEqual([]);
  });

  test('a folder that vanished or was emptied rests, and nothing is concluded (P13)', async () => {
    lab.write('data/run.csv');
    await lab.watch('data');
    expect(await lab.sync('--yes')).toMatchObject({ counts: { notarized: 1 } });
    const before = await lab.files();
    fs.renameSync(lab.at('data'), lab.at('away'));
    const absent = await lab.run('sync --yes');
    expect(absent.code).toBe(1);
    expect(absent.stderr).toContain('is not there. Connect its drive');
    const status = await lab.run('status');
    expect(status.stdout).toMatch(/paused: it is (not there any more|suddenly empty)/);
    expect(status.stderr).toContain(`The folder ${lab.at('data')} is not there any more.`);
    expect(await lab.ask('status')).toMatchObject({ health: ['folder-trouble'] });

    fs.mkdirSync(lab.at('data'));
    const emptied = await lab.run('sync --yes');
    expect(emptied.code).toBe(1);
    expect(emptied.stderr).toContain('is suddenly empty. Connect its drive');
    expect(await lab.files()).toEqual(before);
    fs.rmdirSync(lab.at('data'));
    fs.renameSync(lab.at('away'), lab.at('data'));
    lab.forgetRequests();
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
    expect(lab.uploads()).toEqual([]);
  });

  test('that a folder has no label yet', async () => {
    const file = lab.write('data/a.csv');
    const place = ['--project', lab.projectId, '--visibility', 'private', '--settle', '0'];
    const added = await lab.run('folder add --no-label', lab.at('data'), ...place);
    expect(added.stderr).toContain('held until it has a label');
    expect(await lab.sync('--yes')).toMatchObject({ code: 1, files: [{ hold: 'labels' }] });
    expect((await lab.run('file approve', file)).code).toBe(2);
    await lab.must('folder edit 1 --label raw');
    expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
  });
});

test('a data folder of any Labseal in a watched folder is left out and said, and nothing of one is sent (P17)', async () => {
  const token = fs.readdirSync(lab.home).find((name) => name.startsWith('token-')) ?? '';
  lab.write('data/run.csv');
  fs.cpSync(lab.home, lab.at('data/labseal-try'), { recursive: true });
  fs.linkSync(path.join(lab.home, token), lab.at('data/notes.txt'));
  const rules = [...lab.rules(), '--settle', '0'];

  const preview = await lab.must('folder preview', lab.at('data'));
  expect(preview).toContain('1 file,');
  expect(preview).toContain("Left out: 2 files or folders. They belong to Labseal's own data");
  const added = await lab.run('folder add', lab.at('data'), ...rules);
  expect(added.code).toBe(0);
  for (const name of ['labseal-try/', 'notes.txt']) {
    expect(added.stderr).toContain(`Left out: ${name} – It belongs to Labseal's own data`);
  }
  const { files } = await lab.sync('--yes');
  expect(
    files.map(({ path: file, state }) => `${path.basename(file)} ${state}`).toSorted(),
  ).toEqual(['notes.txt ignored', 'run.csv notarized']);
  for (const name of ['data/notes.txt', `data/labseal-try/${token}`]) {
    const why = await lab.must('file explain', lab.at(name));
    expect(why).toContain("It belongs to Labseal's own data");
  }

  const requests = lab.requests().length;
  for (const own of [
    lab.at(`data/labseal-try/${token}`),
    lab.at('data/notes.txt'),
    path.join(lab.home, 'account.json'),
  ]) {
    const said = `${own}: It belongs to Labseal's own data`;
    const picked = await lab.run('file upload', own, ...lab.rules());
    expect(picked).toMatchObject({ code: 2, stderr: expect.stringContaining(said) as string });
    const verified = await lab.run('certificate verify', own, '--any', '--ask-service');
    expect(verified.stderr).toContain(`The service was not asked: ${said}`);
    expect(verified.stdout).toContain("It belongs to Labseal's own data");
  }
  const bodies = lab.requests().slice(requests);
  expect(bodies.filter(({ method }) => method === 'POST')).toEqual([]);
  lab.write('data/labseal-try/runs/run.csv');
  const refused = await lab.run('folder add', lab.at('data/labseal-try/runs'), ...lab.rules());
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Labseal's own data") as string,
  });
});
