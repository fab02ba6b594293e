import fs from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { sha256 } from './support/contents.ts';
import { expect, test } from './support/lab.ts';

interface Known {
  readonly id: string;
  readonly path: string;
  readonly fileId: string;
}

test('file list, show and explain say the state of a file and why', async ({ lab }) => {
  await lab.write('data/run.csv', 'run');
  await lab.write('data/twin.csv', 'run');
  await lab.write('data/empty.csv', '');
  await lab.write('outside.csv');
  await lab.watch('data');
  const explain = async (name: string) =>
    (await lab.run(['file', 'explain', name], { cwd: lab.at('.') })).stdout;
  expect(await explain('data/run.csv')).toContain('It was not seen yet. Run "labseal sync".');
  expect((await lab.run(['file', 'list'])).stdout).toContain('No file is known yet.');
  await lab.sync('--yes');

  expect(await explain('data/run.csv')).toBe(`${lab.at('data/run.csv')}\n  Notarized.\n`);
  expect(await explain('data/twin.csv')).toContain('Already on the platform. Same content as');
  expect(await explain('outside.csv')).toContain('It lies in no watched folder.');
  expect(await explain('data')).toContain('It is a folder.');
  expect(await explain('nowhere.csv')).toContain('There is no such file');

  const none = await lab.run(['file', 'list', '--state', 'changed']);
  expect(none.stdout).toBe(
    'No file is like that now. "labseal status" shows how many are in which state.\n',
  );
  const listed = await lab.run(['file', 'list', '--state', 'notarized,duplicate']);
  expect(listed.stdout.split('\n')[0]).toMatch(/^id\s+state\s+size\s+credits\s+file$/);
  expect(listed.stdout).toContain('Already on the platform');
  const list = ['file', 'list', '--state', 'notarized', '--folder', '1'];
  const { files } = await lab.ask<{ files: Known[] }>(list);
  expect(files.map(({ path }) => path)).toEqual([lab.at('data/empty.csv'), lab.at('data/run.csv')]);

  const run = files[1];
  for (const asked of [lab.at('data/run.csv'), run?.id ?? '', run?.fileId ?? '']) {
    const shown = await lab.run(['file', 'show', asked]);
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stdout).toContain(sha256('run'));
    expect(shown.stdout).toContain('Notarized');
    expect(shown.stdout).not.toMatch(/undefined|null/);
  }
  for (const command of [['show'], ['list', '--folder'], ['list', '--state']]) {
    expect((await lab.run(['file', ...command, 'nonsense'])).code).toBe(2);
  }
});

test('single files are uploaded at once, all of them or none', async ({ lab }) => {
  await lab.write('one.csv');
  await lab.write('two.csv');
  const rules = ['--project', await lab.projectId(), '--visibility', 'public', '--label', 'picked'];
  const upload = (...paths: readonly string[]) =>
    lab.run(['file', 'upload', ...paths.map((name) => lab.at(name)), ...rules, '--yes']);

  const none = await upload('one.csv', 'nowhere.csv');
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('There is no such file. Nothing was taken.');
  expect((await lab.ask<{ files: unknown[] }>(['file', 'list'])).files).toEqual([]);
  expect((await upload('.')).stderr).toContain('labseal folder add');
  await fs.symlink('one.csv', lab.at('link.csv'));
  expect((await upload('link.csv')).stderr).toContain('give the file it leads to');

  const both = await upload('one.csv', 'two.csv');
  expect(both.code, both.stderr).toBe(0);
  expect(both.stdout).toContain('    2  Notarized');
  expect((await lab.mock.takenIn()).map(({ visibility }) => visibility)).toEqual([
    'public',
    'public',
  ]);
  await lab.mock.forgetRequests();
  expect(await upload('one.csv')).toMatchObject({ code: 0 });
  expect(await lab.mock.paidRequests()).toEqual([]);
});

test('a certificate is saved as PDF and as JSON, and overwrites nothing', async ({ lab }) => {
  await lab.write('data/run.csv', 'run');
  await lab.watch('data');
  const missing = await lab.run(['certificate', 'get', '1', '--out', lab.at('early.pdf')]);
  expect(missing).toMatchObject({ code: 2, stdout: '' });
  await lab.sync('--yes');

  const pdf = lab.at('run.pdf');
  const saved = await lab.run(['certificate', 'get', lab.at('data/run.csv'), '--out', pdf]);
  expect(saved).toMatchObject({ code: 0, stdout: `Saved ${pdf}\n` });
  const loading = getDocument({ data: new Uint8Array(await fs.readFile(pdf)) });
  const document = await loading.promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  expect(text).toContain('run.csv');
  await loading.destroy();

  const json = lab.at('run.json');
  await lab.run(['certificate', 'get', lab.at('data/run.csv'), '--raw', '--out', json]);
  expect(await fs.readFile(json, 'utf8')).toContain(sha256('run'));

  const before = await fs.readFile(pdf);
  const again = await lab.run(['certificate', 'get', '1', '--out', pdf]);
  expect(again).toMatchObject({ code: 2, stdout: '' });
  expect(again.stderr).toContain('exists already. Choose another name with --out.');
  expect(await fs.readFile(pdf)).toEqual(before);
  for (const bad of ['nowhere/run.pdf', 'data']) {
    const ended = await lab.run(['certificate', 'get', '1', '--out', lab.at(bad)]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/\.\n$/);
  }
  expect((await lab.run(['certificate', 'get', '1'])).stderr).toContain('--out');

  await lab.stopMock(); // it was kept when it became available
  const offline = ['certificate', 'get', '1', '--out', lab.at('offline.pdf')];
  expect(await lab.run(offline)).toMatchObject({ code: 0 });
});

test('projects and the balance are read from the service', async ({ lab }) => {
  const listed = await lab.run(['project', 'list']);
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(listed.stdout).toContain('Microscope calibration (demo)');
  expect(listed.stdout).toContain('EEG rhythm study (demo)');
  const id = await lab.projectId();
  const shown = await lab.run(['project', 'show', id]);
  expect(shown.stdout).toContain('Leader        Robin Demo-Researcher');
  expect(shown.stdout).not.toMatch(/undefined|null/);
  const unknown = await lab.run(['project', 'show', 'nonsense']);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('"labseal project list" shows yours.');
  expect(await lab.run(['credit', 'balance'])).toMatchObject({
    code: 0,
    stdout: '500 credits\n',
    stderr: '',
  });
});
