import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { takeEngineLock } from '../../../db/engine-lock.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

const inHome = (name: string) => path.join(lab.home, name);
const tokens = () => fs.readdirSync(lab.home).filter((name) => name.startsWith('token-'));

const nothing = () => undefined;
const TROUBLES: readonly (readonly [string, () => unknown, Readonly<Record<string, string>>])[] = [
  ['nothing', nothing, {}],
  ['a file of authorities that is gone', nothing, { NODE_EXTRA_CA_CERTS: '/not/there.pem' }],
  ['another service', nothing, { LABSEAL_SERVER: 'https://notary.example' }],
  ['an address that is none', nothing, { LABSEAL_SERVER: 'http://notary.example' }],
  [
    'a proxy that is none',
    nothing,
    { LABSEAL_SERVER: 'https://notary.example', HTTPS_PROXY: 'socks5://127.0.0.1:1' },
  ],
  ['a damaged account.json', () => fs.writeFileSync(inHome('account.json'), '{'), {}],
  ['no account.json', () => fs.rmSync(inHome('account.json')), {}],
  ['an inbox that is a file', () => fs.writeFileSync(inHome('inbox'), ''), {}],
  [
    'pages that are a folder',
    () => fs.mkdirSync(inHome('pages.json/in-it'), { recursive: true }),
    {},
  ],
  ['a lock that is a folder', () => replaceByFolder(inHome('engine.lock')), {}],
];

function replaceByFolder(at: string): void {
  fs.rmSync(at);
  fs.mkdirSync(at);
}

test.for(TROUBLES)('the token is removed in spite of %s (P16)', async ([, make, env]) => {
  expect(tokens()).toHaveLength(1);
  make();
  const { stdout, stderr } = await lab.start({ env }, 'auth logout').ended;
  expect([tokens(), fs.existsSync(inHome('account.json'))]).toEqual([[], false]);
  expect(stdout + stderr).toMatch(/Signed out|no token is kept/);
});

test('a program at work is said to keep its own session', async () => {
  const lock = takeEngineLock(lab.home);
  expect(tokens()).toHaveLength(1);
  expect(await lab.run('auth logout')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The token is removed from this computer. The Labseal that is running stays signed in until you stop it.\n',
  });
  lock?.release();
  expect(tokens()).toEqual([]);
  expect(await lab.run('auth logout')).toMatchObject({
    code: 0,
    stdout: 'Nobody is signed in, and no token is kept.\n',
  });
});
