import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeEegTree } from './support/eeg-tree.ts';
import { expect, test, type Lab } from './support/lab.ts';

const REAL_DATA = fileURLToPath(new URL('../../shared/data/eeg_matchingpennies', import.meta.url));

/** The public data set where it is at hand, else one of its shape. */
async function putEegData(lab: Lab): Promise<void> {
  if (existsSync(REAL_DATA)) await fs.cp(REAL_DATA, lab.at('eeg'), { recursive: true });
  else await writeEegTree(lab, 'eeg');
}

/** What a reader without Labseal is told by coreutils. */
function sumsOf(bundle: string, list: string): readonly string[] {
  const program = list.includes('sha512') ? 'sha512sum' : 'sha256sum';
  const { stdout } = spawnSync(program, ['--check', list], { cwd: bundle, encoding: 'utf8' });
  return stdout.trim().split('\n');
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

test('a data set goes to somebody else with all its proofs, and a damaged byte is found by everybody', async ({
  lab,
}) => {
  await putEegData(lab);
  await lab.watch('eeg');
  expect(await lab.sync('--yes')).toMatchObject({ ok: true, code: 0 });
  await lab.stopMock();

  const made = await lab.run(['evidence', 'export', lab.at('eeg'), '--to', lab.at('bundle')]);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const original = await filesBelow(lab.at('eeg'));
  expect(made.stdout).toContain(`${original.length} files with what proves them`);
  expect(await filesBelow(lab.at('bundle/data/files/eeg'))).toEqual(original);
  const payload = (await filesBelow(lab.at('bundle/data'))).map((file) => `data/${file}: OK`);
  expect(sumsOf(lab.at('bundle'), 'manifest-sha512.txt').toSorted()).toEqual(payload.toSorted());
  expect(sumsOf(lab.at('bundle'), 'manifest-sha256.txt').toSorted()).toEqual(payload.toSorted());
  for (const list of ['tagmanifest-sha512.txt', 'tagmanifest-sha256.txt']) {
    expect(sumsOf(lab.at('bundle'), list).every((line) => line.endsWith(': OK'))).toBe(true);
  }
  expect(await lab.ask(['evidence', 'check', lab.at('bundle')])).toMatchObject({
    code: 0,
    isWhole: true,
    certified: original.length,
  });

  const readme = original.find((file) => file.startsWith('README')) ?? '';
  const damaged = `data/files/eeg/${readme}`;
  const bytes = await fs.readFile(lab.at(`bundle/${damaged}`));
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await fs.writeFile(lab.at(`bundle/${damaged}`), bytes);
  expect(sumsOf(lab.at('bundle'), 'manifest-sha512.txt')).toContain(`${damaged}: FAILED`);
  expect(await lab.ask(['evidence', 'check', lab.at('bundle')])).toMatchObject({
    code: 1,
    troubles: [{ kind: 'changed', where: damaged }],
  });
});
