import fs from 'node:fs';
import { expect, test } from 'vitest';
import { mountOddDrive } from '../../../test-support/odd-drive/mount-odd-drive.ts';
import { hasMounts } from '../../../test-support/this-system.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab({ role: null });

test.runIf(hasMounts).for([
  ['takes permissions without effect', { modes: 'all' }],
  ['refuses permissions', { modes: 'fixed' }],
  ['lets everybody in, whatever it says', { letsAllIn: true }],
] as const)('on a drive that %s no secret is written, and that is said', async ([, oddities]) => {
  const drive = await mountOddDrive(oddities);
  fs.chmodSync(drive.content.path, 0o777);
  for (const home of [drive.path, drive.at('new/labseal')]) {
    const { email, password } = lab.account('researcher');
    const env = { LABSEAL_HOME: home, LABSEAL_TOKEN_STORE: 'file' as const };
    const run = (command: string) => lab.start({ input: `${password}\n`, env }, command).ended;
    const login = `auth login --server ${lab.service.url} --email ${email} --password-stdin`;
    const sentence = `Labseal's data folder ${home} is on a drive that cannot keep files from the other users of this computer.`;
    for (const command of [login, 'serve --port 0', 'status']) {
      expect(await run(command)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(sentence),
      });
    }
    expect((await run('doctor')).stdout).toContain(
      `${home} is on a drive that cannot keep files from the other users of this computer`,
    );
  }
  expect(fs.readdirSync(drive.content.path)).toEqual([]);
});

test.runIf(hasMounts)('on a drive that keeps permissions nothing is said of it', async () => {
  const drive = await mountOddDrive();
  const env = { LABSEAL_HOME: drive.at('labseal') };
  const { email, password } = lab.account('researcher');
  const login = `auth login --server ${lab.service.url} --email ${email} --password-stdin`;
  const signedIn = await lab.start({ input: `${password}\n`, env }, login).ended;
  expect(signedIn).toMatchObject({ code: 0 });
  const names = fs.readdirSync(drive.content.at('labseal'));
  const token = names.find((name) => name.startsWith('token-'));
  expect(fs.statSync(drive.content.at(`labseal/${token}`)).mode & 0o777).toBe(0o600);
});
