/** The account on the command line: registering, signing in and out, and hidden passwords. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';
import { expectPrivate } from '../../../test-support/expect-private.ts';

const lab = useCliLab({ role: null });
const researcher = () => lab.account('researcher');
const at = (verb: string) => `auth ${verb} --server ${lab.service.url}`;
const login = (email: string) => `${at('login')} --email ${email} --password-stdin`;
const mailedLink = (to: string) =>
  lab.service.mails().find((mail) => mail.to === to)?.links[0]?.url ?? 'no mail';

/** Every file below the data folder. */
function kept(): readonly string[] {
  const entries = fs.readdirSync(lab.home, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}

const tokens = () => kept().filter((file) => file.includes('token'));

test('from registering over the e-mailed link to a signed-in status', async () => {
  const before = await lab.run('status');
  expect(before).toMatchObject({ code: 3, stdout: '' });
  expect(before.stderr).toContain('Sign in with "labseal auth login');

  const person = '--email noa@lab.test --name Noa --last-name New --location Exampletown';
  const register = `${at('register')} ${person} --organisation Lab --password-stdin`;
  const registered = await lab.pipe('a long enough secret\n', register);
  expect(registered).toMatchObject({ code: 0, stdout: expect.stringContaining('noa@lab.test') });
  expect(await lab.pipe('a long enough secret', login('noa@lab.test'))).toMatchObject({
    code: 1,
    stderr: 'The service says: This account is on hold until it is activated.\n',
  });

  const activate = at('activate');
  const link = mailedLink('noa@lab.test');
  expect((await lab.run(activate, link)).stdout).toContain('The account is active');
  expect(await lab.run(activate, link)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'The service says: The activation token is not valid.\n',
  });
  const signedIn = await lab.pipe('a long enough secret\n', login('noa@lab.test'));
  expect(signedIn).toMatchObject({
    code: 0,
    stdout: `Signed in as noa@lab.test at ${lab.service.url}.\n`,
    stderr: expect.stringContaining('stored unprotected'),
  });
  const status = await lab.must('status');
  for (const said of ['Signed in as noa@lab.test', '0 credits', 'No folder is watched yet']) {
    expect(status).toContain(said);
  }
});

test('a wrong password is called that, is kept nowhere, and changes nothing', async () => {
  await lab.signIn();
  const wrong = await lab.pipe('not my password\n', login(researcher().email));
  expect(wrong).toMatchObject({ code: 3, stdout: '' });
  expect(wrong.stderr).toContain('does not know researcher@example.org with this password');
  expect(wrong.stderr).not.toContain('You are signed out');
  expect((await lab.run('auth status')).code).toBe(0);
  const facts = kept().map((file) => {
    const text = fs.readFileSync(file, 'latin1');
    const secrets = ['not my password', researcher().password].filter((word) =>
      text.includes(word),
    );
    expectPrivate(file);
    return { file, secrets };
  });
  expect(facts.filter(({ secrets }) => secrets.length > 0)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a session whose file others may read is not called ended: the command that closes the file is named',
  async () => {
    await lab.signIn();
    const [file = ''] = tokens();
    fs.chmodSync(file, 0o644);
    lab.forgetRequests();
    for (const command of ['auth status', 'credit balance', 'status', 'sync --yes']) {
      const { stdout, stderr } = await lab.run(command);
      expect([command, stdout + stderr]).toEqual([
        command,
        expect.stringMatching(/other users of this computer may read/i),
      ]);
      expect(stdout + stderr).toContain(`chmod 600 ${file}`);
      expect(stdout + stderr).not.toContain('ended');
    }
    expect(lab.requests()).toEqual([]); // it is not used
    const why = { by: 'open-file', path: file };
    expect(await lab.ask('auth status')).toMatchObject({ state: 'withheld', code: 3, why });
    fs.chmodSync(file, 0o600);
    expect((await lab.run('credit balance')).code).toBe(0);
  },
);

test.skipIf(process.platform === 'win32')(
  'a data folder that others may look into and that holds other files too is said to be open, not changed',
  async () => {
    const mode = () => fs.statSync(lab.home).mode & 0o777;
    await lab.signIn();
    fs.chmodSync(lab.home, 0o755);
    expect((await lab.run('auth status')).stderr).not.toContain('look into');
    expect(mode()).toBe(0o700);
    fs.writeFileSync(`${lab.home}/thesis.docx`, '');
    fs.chmodSync(lab.home, 0o755);
    const { stderr } = await lab.run('auth status');
    expect(stderr).toContain(`Other users of this computer may look into ${lab.home}`);
    expect(stderr).toContain(`chmod 700 ${lab.home}`);
    expect(mode()).toBe(0o755);
    fs.rmSync(`${lab.home}/thesis.docx`);
  },
);

test('a sign-in that finds no service names the address that was asked', async () => {
  const words = 'auth login --server http://127.0.0.1:9 --email a@lab.test --password-stdin';
  const away = await lab.pipe('secret\n', words);
  expect(away).toMatchObject({ code: 4 });
  expect(away.stderr).toContain('You asked http://127.0.0.1:9: check that this address is right.');
});

test('after the service ended the session, the status says so once', async () => {
  await lab.signIn();
  lab.fault({ endpoint: 'getCreditBalance', times: 1, do: { kind: 'status', status: 401 } });
  const status = await lab.run('status');
  expect(status.stdout).toContain(
    'Signed out. Nothing is sent until you sign in with "labseal auth login".',
  );
  expect(status.stderr).not.toMatch(/signed out|cannot be reached|terminal/i);
  const refused = await lab.run('credit balance');
  expect(refused).toMatchObject({ code: 3, stdout: '' });
  expect(refused.stderr).toContain('Sign in again: "labseal auth login".');
});

test('a forgotten password is set anew with the link from the e-mail', async () => {
  const { email } = lab.account('colleague');
  const asked = await lab.run(at('forgot'), email);
  expect(await lab.run(at('forgot'), 'nobody@lab.test')).toEqual(asked); // does not reveal who has an account
  const reset = `${at('reset')} ${mailedLink(email)} --password-stdin`;
  const short = await lab.pipe('short\n', reset);
  expect(short.code).toBe(1);
  expect(short.stderr).toMatch(/^The service says: .*password.+\.\n$/i);
  expect(await lab.pipe('another long secret\n', reset)).toMatchObject({ code: 0 });
  expect((await lab.pipe(lab.account('colleague').password, login(email))).code).toBe(3);
  expect((await lab.pipe('another long secret\r\nnot this line', login(email))).code).toBe(0);
});

test('signing out removes the token and keeps folders and records', async () => {
  await lab.signIn();
  const { projects } = await lab.ask<{ projects: { id: string }[] }>('project list');
  lab.write('data/run.csv');
  await lab.must(
    `folder add --project ${projects[0]?.id} --visibility private --label raw`,
    lab.at('data'),
  );
  expect(await lab.ask('auth status')).toMatchObject({ state: 'signed-in', keptIn: 'file' });
  expect(tokens()).toHaveLength(1);

  expect(await lab.must('auth logout')).toContain('Signed out');
  expect(await lab.must('auth logout')).toBe('Nobody is signed in, and no token is kept.\n');
  expect(tokens()).toEqual([]);
  expect(await lab.ask('auth status')).toMatchObject({ state: 'signed-out', code: 3 });
  await lab.signIn();
  expect(await lab.ask('folder list')).toMatchObject({ folders: [{ path: lab.at('data') }] });
});

describe('at a terminal', () => {
  test('a password is asked for and never shown', async () => {
    const { written, type, ended } = lab.start({ isTerminal: true }, at('login'));
    await expect.poll(written.stderr).toContain('E-mail: ');
    type(researcher().email);
    await expect.poll(written.stderr).toContain('Password: ');
    type(researcher().password);
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr + stdout).not.toContain(researcher().password);
  });

  test.each(['C', 'D'] as const)('Ctrl-%s at a question ends with 130 (P24)', async (key) => {
    for (const [answers, question] of [
      [[], 'E-mail: '],
      [[researcher().email], 'Password: '],
    ] as const) {
      const { written, type, pressCtrl, ended } = lab.start({ isTerminal: true }, at('login'));
      for (const answer of answers) {
        await expect.poll(written.stderr).toContain('E-mail: ');
        type(answer);
      }
      await expect.poll(written.stderr).toContain(question);
      pressCtrl(key);
      const { code, stderr } = await ended;
      expect(code).toBe(130);
      expect(stderr).toMatch(/\nInterrupted\. Nothing more was done\.\n$/);
    }
    expect(lab.requests()).toEqual([]);
  });

  test('a terminal that goes while a question is open ends it as Ctrl-C does (P24)', async () => {
    const { written, hangUp, ended } = lab.start({ isTerminal: true }, at('login'));
    await expect.poll(written.stderr).toContain('E-mail: ');
    hangUp();
    expect((await ended).code).toBe(130);
  });

  test('a new account is asked for until each answer can be one, and its password twice', async () => {
    const { written, type, ended } = lab.start({ isTerminal: true }, at('register'));
    const answer = async (question: string, text: string) => {
      const asked = new RegExp(`${question}: [^\\n]*$`);
      await expect.poll(written.stderr).toMatch(asked);
      type(text);
    };
    await answer('E-mail', 'ute');
    await expect.poll(written.stderr).toContain('Write an e-mail address');
    await answer('E-mail', 'ute@lab.test');
    await answer('First name', '');
    await expect.poll(written.stderr).toContain('It cannot be empty.');
    await answer('First name', 'Ute');
    await answer('Last name', 'New');
    await answer('Organisation', 'Lab');
    await answer('Location', 'Pisa');
    await answer('Password', 'one secret');
    await answer('Password again', 'one sceret');
    await expect.poll(written.stderr).toContain('They differ.');
    await answer('Password', 'one secret');
    await answer('Password again', 'one secret');
    const { code, stdout, stderr } = await ended;
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('ute@lab.test'),
    });
    expect(stderr + stdout).not.toMatch(/secret|sceret/);
  });

  test.each(['login', 'register', 'reset token'])(
    'an address that cannot be used is refused before "auth %s" asks anything',
    async (verb) => {
      const words = `auth ${verb} --server ftp://lab.test`;
      const { code, stderr } = await lab.start({ isTerminal: true }, words).ended;
      expect(code).toBe(2);
      expect(stderr).toMatch(/^The server address "ftp:\/\/lab\.test" .*\n$/);
    },
  );

  test('an interruption at a question ends with 130', async () => {
    const { written, interrupt, ended } = lab.start({ isTerminal: true }, at('login'));
    await expect.poll(written.stderr).toContain('E-mail: ');
    interrupt();
    expect(await ended).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('Interrupted. Nothing is lost'),
    });
  });
});

test.each([
  ['login --server URL', '--email'],
  ['login --server URL --email a@lab.test', '--password-stdin'],
  ['register --server URL', '--email'],
  ['reset token --server URL', '--password-stdin'],
  ['login --server URL --email a@lab.test --password-stdin', 'empty'],
  ['login --email a@lab.test --password-stdin', '--server', 'secret\n'],
  ['login --server URL --email nonsense --password-stdin', '--email takes an e-mail address'],
])(
  'without a terminal "auth %s" names what is missing, %s, and sends nothing',
  async (words, named, input = '') => {
    const ended = await lab.pipe(input, `auth ${words.replace('URL', lab.service.url)}`);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(named) });
    expect(lab.requests()).toEqual([]);
  },
);

test.each([
  'http://service.example.org',
  'ftp://service.example.org',
  'service',
  'https://me:secret@host',
])(
  'the address %s, which would send the password in the clear or nowhere, is refused',
  async (address) => {
    const words = `auth login --server ${address} --email a@lab.test --password-stdin`;
    const ended = await lab.pipe('secret\n', words);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^The server address ".+" .+\.\n$/);
  },
);
