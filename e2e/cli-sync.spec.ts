import fs from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeEegTree } from './support/eeg-tree.ts';
import { expect, test, type Lab } from './support/lab.ts';

const REAL_DATA = fileURLToPath(new URL('../../shared/data/eeg_matchingpennies', import.meta.url));

/** The whole way of a data set; `contents`: what it may cost, a credit each. */
async function notarizeWholly(lab: Lab, files: number, contents: number | null): Promise<void> {
  const { mock } = lab;
  const place = ['--visibility', 'private', '--project', await lab.projectId(), '--label', 'eeg'];
  const preview = await lab.run(['folder', 'preview', lab.at('eeg'), ...place]);
  expect(preview.stdout).toContain(`${files} files`);
  expect(preview.stdout).toContain(`at most ${files} credits`);
  expect(await mock.takenIn()).toEqual([]);

  const folderId = await lab.watch('eeg');
  const balance = await lab.balance();
  const first = await lab.sync('--yes');
  expect(first.files).toHaveLength(files);
  const states = new Set(first.files.map(({ state }) => state));
  expect([...states].toSorted()).toEqual(['duplicate', 'notarized']);
  expect(first).toMatchObject({ ok: true, code: 0 });
  expect(first.folders).toEqual([
    { id: folderId, path: lab.at('eeg'), projectId: await lab.projectId() },
  ]);
  for (const { state, fileId, certificate } of first.files) {
    if (state !== 'notarized') continue;
    expect(fileId).not.toBeNull();
    expect(existsSync(certificate ?? '')).toBe(true);
  }

  const takenIn = await mock.takenIn();
  const local = new Set(first.files.map(({ sha256 }) => sha256));
  expect(new Set(takenIn.map(({ sha256 }) => sha256))).toEqual(local);
  expect(takenIn).toHaveLength(local.size); // each content once
  if (contents !== null) expect(takenIn).toHaveLength(contents);
  expect(takenIn.every(({ charged }) => charged === 1)).toBe(true);
  expect(first.spent).toEqual({ estimated: local.size, observed: local.size });
  expect(await lab.balance()).toBe(balance - local.size);

  await mock.forgetRequests();
  const second = await lab.sync('--yes');
  expect(second).toMatchObject({ ok: true, code: 0, spent: { estimated: 0, observed: 0 } });
  expect(second.files).toEqual(first.files);
  const asked = new Set((await mock.requests()).map(({ endpoint }) => endpoint));
  expect([...asked]).toEqual(['getCreditBalance']); // nothing sent, nothing checked again

  const told = await lab.run(['sync', '--yes']);
  expect(told.stdout).toContain('No credits were used.');
  expect(told.stdout).toContain('Notarized');
}

test('a data set is notarized to its end; another sync sends nothing that costs', async ({
  lab,
}) => {
  const { files, contents } = await writeEegTree(lab, 'eeg');
  await notarizeWholly(lab, files, contents);
});

test('the same with a public EEG data set of 52 files', async ({ lab }) => {
  test.skip(!existsSync(REAL_DATA), `needs the data set at ${REAL_DATA}`);
  await fs.cp(REAL_DATA, lab.at('eeg'), { recursive: true });
  await notarizeWholly(lab, 52, null);
});

test('a person reads the price before, and what happened after', async ({ lab }) => {
  await lab.write('data/a.csv', 'a');
  await lab.write('data/b.csv', 'b');
  await lab.watch('data');
  const told = await lab.run(['sync', '--yes']);
  expect(told.stderr).toContain('2 files, 2 bytes, 2 credits; your balance is 500 credits.');
  expect(told).toMatchObject({
    code: 0,
    stdout: [
      'files  state',
      '    2  Notarized',
      'About 2 credits used; your balance went down by 2 credits.\n',
    ].join('\n'),
  });
});

test('sync --folder leaves other folders alone', async ({ lab }) => {
  await lab.write('one/a.csv', 'a');
  await lab.write('other/b.csv', 'b');
  const one = await lab.watch('one');
  await lab.watch('other');
  const synced = await lab.sync('--yes', '--folder', one);
  expect(synced.files.map(({ path }) => path)).toEqual([lab.at('one/a.csv')]);
  expect(synced.folders.map(({ id }) => id)).toEqual([one]);
  expect(await lab.mock.takenIn()).toHaveLength(1);
  const unknown = await lab.run(['sync', '--folder', '99']);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('no watched folder with number 99');
});
