import { globSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { sha256 } from './support/contents.ts';
import { expect, test, type Lab } from './support/lab.ts';

const MANY = 30;
const SMALL_FILES_AT_ONCE = 5; // as long as none has ended
const PATIENTLY = { timeout: 60_000, intervals: [20] };

async function watchMany(lab: Lab): Promise<void> {
  for (let number = 1; number <= MANY; number += 1) await lab.write(`data/run-${number}.csv`);
  await lab.watch('data');
}

/** Every content is with the service once, paid for once, and notarized on this computer. */
async function expectAllOnce(lab: Lab): Promise<void> {
  const takenIn = await lab.mock.takenIn();
  const expected = Array.from({ length: MANY }, (_, index) => sha256(`data/run-${index + 1}.csv`));
  expect(takenIn.map((file) => file.sha256).toSorted()).toEqual(expected.toSorted());
  expect(takenIn.every(({ charged }) => charged === 1)).toBe(true);
  expect(await lab.balance()).toBe(500 - MANY);
}

test('two engines on one data folder: the second ends with 5 and changes nothing', async ({
  lab,
}) => {
  await lab.write('data/run.csv');
  const folderId = await lab.watch('data', '--settle', '600');
  const first = lab.start(['sync', '--yes', '--json']); // it waits for the file to stand still
  // Its database is open, so it holds the lock; asking another command would take the lock from it.
  const opened = () => globSync(lab.at('labseal/accounts/*/labseal.db-wal')).length;
  await expect.poll(opened, PATIENTLY).toBe(1);
  for (const args of [['sync', '--yes'], ['status'], ['folder', 'list']]) {
    const second = await lab.run(args);
    expect(second, args.join(' ')).toMatchObject({ code: 5, stdout: '' });
    expect(second.stderr).toContain(`already at work with the data folder ${lab.at('labseal')}`);
  }
  first.send('SIGINT');
  expect(JSON.parse((await first.ended).stdout)).toMatchObject({ error: { kind: 'interrupted' } });
  await lab.run(['folder', 'edit', folderId, '--settle', '0']);
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 1 } });
});

test('an interruption ends with 130, and the next sync finishes', async ({ lab }) => {
  await watchMany(lab);
  const slow = { endpoint: 'uploadPrivateFile', do: { kind: 'delay-answer', ms: 100 } } as const;
  await lab.mock.fault(slow); // after the commit: what it took in, it charged
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const before = (await lab.mock.takenIn()).length;
    const sync = lab.start(['sync', '--yes']);
    await expect
      .poll(async () => (await lab.mock.takenIn()).length, PATIENTLY)
      .toBeGreaterThan(before + 3);
    sync.send(signal);
    const ended = await sync.ended;
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain('Interrupted. Nothing is lost');
  }
  await lab.mock.clearFaults();
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: MANY } });
  await expectAllOnce(lab);
});

test('killed five times while answers were awaited, everything is paid for once', async ({
  lab,
}) => {
  await watchMany(lab);
  // Killed before the service had them, files would rightly wait for a person: so all on their way are taken in first.
  await lab.mock.fault({ endpoint: 'uploadPrivateFile', do: { kind: 'hang', at: 'after-commit' } });
  for (let kill = 1; kill <= 5; kill += 1) {
    const sync = lab.start(['sync', '--yes']);
    const takenIn = async () => (await lab.mock.takenIn()).length;
    await expect.poll(takenIn, PATIENTLY).toBe(kill * SMALL_FILES_AT_ONCE);
    sync.send('SIGKILL');
    expect((await sync.ended).code).toBeNull();
  }
  await lab.mock.clearFaults();
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: MANY } });
  await expectAllOnce(lab);
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
    for (let number = 1; number <= 20; number += 1) await lab.write(`data/run-${number}.csv`);
    const place = ['--project', await lab.projectId(), '--visibility', 'private', '--label', 'a'];
    const add = ['folder', 'add', lab.at('data'), ...place, '--settle', '0'];
    expect((await lab.run(add, { env })).code).toBe(0);
    for (const leftBytes of [0, 100_000, 1_000_000, 2_500_000]) {
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
    expect(JSON.parse(synced.stdout)).toMatchObject({ ok: true, counts: { notarized: 20 } });
    const takenIn = await lab.mock.takenIn();
    expect(takenIn).toHaveLength(20);
    expect(new Set(takenIn.map((file) => file.sha256)).size).toBe(20);
  } finally {
    execFileSync('umount', ['--lazy', small]);
  }
});

async function fillDisk(folder: string, leftBytes: number): Promise<void> {
  const { bavail, bsize } = await fs.statfs(folder);
  await fs.writeFile(`${folder}/filler`, Buffer.alloc(bavail * bsize - leftBytes));
}

test('a command takes up nothing of Node that it never uses', async ({ lab }) => {
  const program = `process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(process.moduleLoadList)))`;
  const probe = await lab.write('probe.cjs', program);
  const env = { NODE_OPTIONS: `--require ${probe}`, LOADED: lab.at('loaded.json') };
  expect(await lab.run(['project', 'list'], { env })).toMatchObject({ code: 0 });
  const loaded: unknown = JSON.parse(await fs.readFile(lab.at('loaded.json'), 'utf8'));
  expect(loaded).toContain('NativeModule _http_client'); // it did speak with the service
  expect(loaded).not.toContain('NativeModule internal/deps/undici/undici');
});
