/** The built program as a process: a data set from the disk to its certificates, the environment, and what it loads. */
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeEegTree } from './support/eeg-tree.ts';
import { expect, test, type Lab } from './support/lab.ts';
import { researcher } from './support/people.ts';

const REAL_DATA = fileURLToPath(new URL('../../shared/data/eeg_matchingpennies', import.meta.url));

/** The public data set of 52 files where it is at hand, else one of its shape. */
async function putEegData(lab: Lab): Promise<number> {
  if (!existsSync(REAL_DATA)) return (await writeEegTree(lab, 'eeg')).files;
  await fs.cp(REAL_DATA, lab.at('eeg'), { recursive: true });
  return 52;
}

test('a data set is notarized to its end, and goes to somebody else with all its proofs', async ({
  lab,
}) => {
  const { mock } = lab;
  const count = await putEegData(lab);
  const preview = await lab.run(['folder', 'preview', lab.at('eeg')]);
  expect(preview.stdout).toContain(`${count} files`);
  expect(preview.stdout).toContain(`at most ${count} credits`);
  await lab.watch('eeg');
  const balance = await lab.balance();
  const first = await lab.sync('--yes');
  expect(first).toMatchObject({ ok: true, code: 0 });
  expect(first.files).toHaveLength(count);
  const notarized = first.files.filter(({ state }) => state === 'notarized');
  expect(notarized.every(({ certificate }) => existsSync(certificate ?? ''))).toBe(true);

  const takenIn = await mock.takenIn();
  const contents = new Set(first.files.map(({ sha256 }) => sha256));
  expect(takenIn).toHaveLength(contents.size); // each content once
  expect(new Set(takenIn.map(({ sha256 }) => sha256))).toEqual(contents);
  expect(first.spent).toMatchObject({ estimated: contents.size, observed: contents.size });
  expect(await lab.balance()).toBe(balance - contents.size);

  await mock.forgetRequests();
  const second = await lab.sync('--yes');
  expect(second.files).toEqual(first.files);
  const asked = new Set((await mock.requests()).map(({ endpoint }) => endpoint));
  expect([...asked]).toEqual(['getCreditBalance']); // nothing sent, nothing checked again

  await lab.stopMock();
  const bundle = lab.at('bundle');
  const made = await lab.run(['evidence', 'export', lab.at('eeg'), '--to', bundle]);
  expect(made.code, made.stderr).toBe(0);
  expect(await lab.ask(['evidence', 'check', bundle])).toMatchObject({ code: 0, isWhole: true });
  expect((await lab.run(['audit', lab.at('eeg')])).code).toBe(0);
});

test('the environment says where data lies, which service is meant and who signs in', async ({
  newLab: lab,
}) => {
  const env = {
    LABSEAL_HOME: lab.at('elsewhere'),
    LABSEAL_SERVER: lab.mock.url,
    LABSEAL_EMAIL: researcher.email,
  };
  const login = ['auth', 'login', '--password-stdin'];
  expect(await lab.run(login, { env, input: researcher.password })).toMatchObject({
    code: 0,
    stdout: `Signed in as ${researcher.email} at ${lab.mock.url}.\n`,
  });
  expect((await lab.run(['status'], { env })).code).toBe(0);
  expect((await lab.run(['status'])).code).toBe(3); // nobody signed in at the usual place
  const wrong = await lab.run(['status'], { env: { LABSEAL_TOKEN_STORE: 'postcard' } });
  expect(wrong).toMatchObject({ code: 2, stdout: '' });
  expect(wrong.stderr).toContain('LABSEAL_TOKEN_STORE must be one of');
});

test('what starts it with a session names the very program that printed it', async ({ newLab }) => {
  const printed = await newLab.run(['serve', '--print-unit=systemd']);
  expect(printed.code).toBe(0);
  const [, node = '', program = ''] = /^ExecStart="([^"]+)" "([^"]+)"/m.exec(printed.stdout) ?? [];
  expect([existsSync(node), existsSync(program)]).toEqual([true, true]);
  expect(printed.stdout).toContain(`Environment="LABSEAL_HOME=${newLab.at('labseal')}"`);
});

test('a command takes up nothing of Node that it never uses', async ({ lab }) => {
  const program = `process.on('exit', () => require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(process.moduleLoadList)))`;
  const probe = await lab.write('probe.cjs', program);
  const env = { NODE_OPTIONS: `--require ${probe}`, LOADED: lab.at('loaded.json') };
  expect(await lab.run(['project', 'list'], { env })).toMatchObject({ code: 0 });
  const loaded: unknown = JSON.parse(await fs.readFile(lab.at('loaded.json'), 'utf8'));
  expect(loaded).toContain('NativeModule _http_client'); // it did speak with the service
  expect(loaded).not.toContain('NativeModule internal/deps/undici/undici');
});
