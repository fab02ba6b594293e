/** The entry of the desktop app, loaded anew by each test: what it does before Electron is ready, and when it does not start. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { playElectron } from './test-support/fake-electron.ts';

interface FreeChanges {
  readonly app?: { readonly isPackaged?: boolean; readonly isFirst?: boolean };
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `start` loads the entry; it goes no further than to the moment when Electron would be ready. */
function program({ app = {}, argv = [], env = {} }: FreeChanges = {}) {
  const { isPackaged = false, isFirst = true } = app;
  const home = path.join(temporaryFolder(), 'home');
  const fake = playElectron();
  const { asked } = fake;
  Object.assign(fake.app, {
    isPackaged,
    requestSingleInstanceLock: () => asked.push('lock') > 0 && isFirst,
    whenReady: async () => {
      asked.push('ready');
      return new Promise(() => undefined);
    },
  });
  const argvBefore = process.argv;
  const listeners = process.listeners('uncaughtException');
  process.argv = ['labseal', ...argv];
  for (const [name, value] of Object.entries({ LABSEAL_HOME: home, ...env })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => {
    process.argv = argvBefore;
    vi.unstubAllEnvs();
    vi.doUnmock('electron');
    for (const added of process.listeners('uncaughtException')) {
      if (!listeners.includes(added)) process.off('uncaughtException', added);
    }
  });
  vi.resetModules();
  vi.doMock('electron', () => fake.electron);
  return { home, asked, start: () => import('./main.ts') };
}

test('before Electron is ready: sandbox, scheme, own folder, one instance, no relaxed TLS', async () => {
  const { home, asked, start } = program({ env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
  await start();
  expect(process.env['NODE_TLS_REJECT_UNAUTHORIZED']).toBeUndefined();
  expect(asked).toEqual([
    `path userData ${path.join(home, 'window')}`,
    'name Labseal',
    'id org.labseal.desktop',
    'sandbox',
    'schemes [{"scheme":"app","privileges":{"standard":true,"secure":true,"supportFetchAPI":true,"stream":true}}]',
    'lock',
    'ready',
  ]);
  const { mode } = fs.statSync(path.join(home, 'window'));
  expect(process.platform === 'win32' || (mode & 0o777) === 0o700).toBe(true);
});

test('a setting that nobody can mean is said, and nothing is opened', async () => {
  const { home, asked, start } = program({ env: { LABSEAL_TOKEN_STORE: 'shoebox' } });
  await expect(start()).rejects.toThrow('LABSEAL_TOKEN_STORE');
  expect(asked).toEqual([
    expect.stringMatching(/^error LABSEAL_TOKEN_STORE must be one of/),
    'exit 1',
  ]);
  expect(fs.existsSync(home)).toBe(false);
});

test('a second instance leaves at once, and opens nothing', async () => {
  const { asked, start } = program({ app: { isFirst: false } });
  await start();
  expect(asked.slice(-2)).toEqual(['lock', 'quit']);
});

test('an installed program that was started with a protection taken away says so, and opens nothing', async () => {
  const { asked, start } = program({ app: { isPackaged: true }, argv: ['--no-sandbox'] });
  await start();
  expect(asked.slice(-2)).toEqual([
    expect.stringMatching(/^error .*does not start with --no-sandbox/),
    'exit 1',
  ]);
  expect(asked).not.toContain('lock');
});

test('one from the sources, as tests start it, starts with it', async () => {
  const { asked, start } = program({ argv: ['--no-sandbox'] });
  await start();
  expect(asked).toContain('ready');
});
