/** What the computer denies: a folder that only its owner may read, and a disk that is full. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { expect, test } from './support/lab.ts';
import { NOBODY, programIsReadableBy } from './support/other-user.ts';

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
  expect(refused.stderr).toMatch(
    /cannot be read.+Ask its owner for permission, then try again\.\n$/,
  );

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

test('a full disk under the data folder is said, and nothing is lost or paid twice', async ({
  lab,
}) => {
  const small = lab.at('small');
  await fs.mkdir(small);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', small]);
  test.skip(mounted.status !== 0, 'needs a small disk of its own: root, and the right to mount');
  try {
    const env = { LABSEAL_HOME: `${small}/labseal` };
    await lab.signIn(undefined, { env });
    for (let number = 1; number <= 40; number += 1) await lab.write(`data/run-${number}.csv`);
    const place = ['--project', await lab.projectId(), '--visibility', 'private', '--label', 'a'];
    const add = ['folder', 'add', lab.at('data'), ...place, '--settle', '0'];
    expect((await lab.run(add, { env })).code).toBe(0);
    for (const leftBytes of [0, 100_000, 500_000, 1_000_000]) {
      await fillDisk(small, leftBytes);
      const full = await lab.run(['sync', '--yes'], { env });
      expect(full.code, full.stderr).toBe(1);
      expect(full.stderr).toMatch(
        /disk .+full.+ Free some space and try again; nothing is lost\.\n$/,
      );
      expect(full.stderr).not.toMatch(/SQLITE|ENOSPC|undefined|made a mistake/);
      await fs.rm(`${small}/filler`);
    }
    const synced = await lab.run(['sync', '--yes', '--json'], { env });
    expect(JSON.parse(synced.stdout)).toMatchObject({ ok: true, counts: { notarized: 40 } });
    const takenIn = await lab.mock.takenIn();
    expect(takenIn).toHaveLength(40);
    expect(new Set(takenIn.map((file) => file.sha256)).size).toBe(40);
  } finally {
    execFileSync('umount', ['--lazy', small]);
  }
});

async function fillDisk(folder: string, leftBytes: number): Promise<void> {
  const { bavail, bsize } = await fs.statfs(folder);
  await fs.writeFile(`${folder}/filler`, Buffer.alloc(bavail * bsize - leftBytes));
}
