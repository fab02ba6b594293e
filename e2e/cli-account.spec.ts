import fs from 'node:fs/promises';
import { researcher } from './support/people.ts';
import { expect, test } from './support/lab.ts';

const noa = { email: 'noa@lab.test', password: 'a long enough secret' };
const register = (url: string) =>
  [
    ['auth', 'register', '--server', url, '--email', noa.email, '--name', 'Noa'],
    ['--last-name', 'New', '--organisation', 'Example Lab', '--location', 'Exampletown'],
    ['--password-stdin'],
  ].flat();
const login = (url: string, email: string) =>
  ['auth', 'login', '--server', url, '--email', email].concat('--password-stdin');

test('from registering over the e-mailed link to a signed-in status', async ({ newLab }) => {
  const { mock, run } = newLab;
  const before = await run(['status']);
  expect(before).toMatchObject({ code: 3, stdout: '' });
  expect(before.stderr).toContain('Sign in with "labseal auth login');

  const registered = await run(register(mock.url), { input: `${noa.password}\n` });
  expect(registered.code, registered.stderr).toBe(0);
  expect(registered.stdout).toContain('noa@lab.test');

  const early = await run(login(mock.url, noa.email), { input: noa.password });
  expect(early.code).toBe(1);
  expect(early.stderr).toBe('The service says: This account is on hold until it is activated.\n');

  const activated = await run([
    'auth',
    'activate',
    await mock.mailedLink(noa.email),
    '--server',
    mock.url,
  ]);
  expect(activated.stdout).toContain('The account is active');
  const again = await run([
    'auth',
    'activate',
    await mock.mailedLink(noa.email),
    '--server',
    mock.url,
  ]);
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toBe('The service says: The activation token is not valid.\n');

  const signedIn = await run(login(mock.url, noa.email), { input: `${noa.password}\n` });
  expect(signedIn).toMatchObject({
    code: 0,
    stdout: `Signed in as noa@lab.test at ${mock.url}.\n`,
  });
  expect(signedIn.stderr).toContain('stored unprotected');

  const status = await run(['status']);
  expect(status.code).toBe(0);
  expect(status.stdout).toContain('Signed in as noa@lab.test');
  expect(status.stdout).toContain('0 credits');
  expect(status.stdout).toContain('No folder is watched yet');
});

test('a wrong password is called that, is kept nowhere, and changes nothing', async ({
  newLab,
}) => {
  const { mock, run, at } = newLab;
  await newLab.signIn();
  const wrong = await run(login(mock.url, researcher.email), { input: 'not my password\n' });
  expect(wrong).toMatchObject({ code: 3, stdout: '' });
  expect(wrong.stderr).toContain('does not know researcher@example.org with this password');
  expect(wrong.stderr).not.toContain('session has ended');
  expect((await run(['auth', 'status'])).code).toBe(0);

  for (const name of await fs.readdir(at('labseal'), { recursive: true })) {
    const file = at(`labseal/${name}`);
    if (!(await fs.stat(file)).isFile()) continue;
    const bytes = await fs.readFile(file, 'latin1');
    expect(bytes, name).not.toContain('not my password');
    expect(bytes, name).not.toContain(researcher.password);
    expect((await fs.stat(file)).mode & 0o077, name).toBe(0);
  }
});

test('a forgotten password is set anew with the link from the e-mail', async ({ newLab }) => {
  const { mock, run } = newLab;
  const nobody = await run(['auth', 'forgot', 'nobody@lab.test', '--server', mock.url]);
  const asked = await run(['auth', 'forgot', researcher.email, '--server', mock.url]);
  expect(nobody).toEqual(asked); // who has an account stays the owner's business
  const link = await mock.mailedLink(researcher.email);

  const short = await run(['auth', 'reset', link, '--server', mock.url, '--password-stdin'], {
    input: 'short\n',
  });
  expect(short.code).toBe(1);
  expect(short.stderr).toMatch(/^The service says: .*password.+\.\n$/i);

  const reset = ['auth', 'reset', link, '--server', mock.url, '--password-stdin'];
  expect(await run(reset, { input: 'another long secret\n' })).toMatchObject({ code: 0 });
  expect(
    await run(login(mock.url, researcher.email), { input: researcher.password }),
  ).toMatchObject({
    code: 3,
  });
  const signedIn = await run(login(mock.url, researcher.email), { input: 'another long secret' });
  expect(signedIn.code).toBe(0);
});

test('signing out removes the token and keeps folders and records', async ({ lab }) => {
  const { run, ask, at } = lab;
  await lab.write('data/run.csv');
  await lab.watch('data');
  expect(await ask(['auth', 'status'])).toMatchObject({ state: 'signed-in', keptIn: 'file' });
  const tokens = async () =>
    (await fs.readdir(at('labseal'), { recursive: true })).filter((name) => /token/.test(name));
  expect(await tokens()).not.toEqual([]);

  expect((await run(['auth', 'logout'])).stdout).toContain('Signed out');
  expect(await tokens()).toEqual([]);
  expect(await ask(['auth', 'status'])).toMatchObject({ state: 'signed-out', code: 3 });

  await lab.signIn();
  const { folders } = await ask<{ folders: unknown[] }>(['folder', 'list']);
  expect(folders).toHaveLength(1);
});

test('without a terminal a missing answer names its option and sends nothing', async ({
  newLab,
}) => {
  const { mock, run } = newLab;
  await mock.forgetRequests();
  const missing: readonly [readonly string[], string][] = [
    [['auth', 'login', '--server', mock.url], '--email'],
    [['auth', 'login', '--server', mock.url, '--email', 'a@lab.test'], '--password-stdin'],
    [['auth', 'register', '--server', mock.url], '--email'],
    [['auth', 'reset', 'token', '--server', mock.url], '--password-stdin'],
    [['auth', 'login', '--email', 'a@lab.test', '--password-stdin'], 'empty'],
  ];
  for (const [args, named] of missing) {
    const ended = await run(args);
    expect(ended, args.join(' ')).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(named);
  }
  const unknown = await run(
    login('', 'a@lab.test').filter((each) => each !== '--server' && each !== ''),
    {
      input: 'secret\n',
    },
  );
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.stderr).toContain('--server');
  expect(await mock.requests()).toEqual([]);
});

test('an address that would send the password in the clear is refused', async ({ newLab }) => {
  const { run } = newLab;
  const addresses = [
    'http://service.example.org',
    'ftp://service.example.org',
    'service',
    'https://me:secret@host',
  ];
  for (const address of addresses) {
    const ended = await run(login(address, 'a@lab.test'), { input: 'secret\n' });
    expect(ended, address).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^The server address ".+" .+\.\n$/);
  }
});
