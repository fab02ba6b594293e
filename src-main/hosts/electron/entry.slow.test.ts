/** The entry of the desktop app, loaded anew by each test: what it does before Electron is ready, and when it does not start. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { playElectron, prevented } from './test-support/fake-electron.ts';

interface Start {
  readonly app?: { readonly isPackaged?: boolean; readonly isFirst?: boolean };
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `start` loads the entry; Electron is ready when `app.becomeReady` was called, which real Electron does after that alone. */
function program({ app = {}, argv = [], env = {} }: Start = {}) {
  const { isPackaged = false, isFirst = true } = app;
  const home = path.join(temporaryFolder(), 'home');
  const fake = playElectron({ isReady: false, isPackaged });
  const { asked } = fake;
  Object.assign(fake.app, {
    requestSingleInstanceLock: () => asked.push('lock') > 0 && isFirst,
  });
  const argvBefore = process.argv;
  const added = watchListeners();
  process.argv = ['labseal', ...argv];
  for (const [name, value] of Object.entries({ LABSEAL_HOME: home, ...env })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => {
    process.argv = argvBefore;
    vi.unstubAllEnvs();
    vi.doUnmock('electron');
    for (const { name, listener } of added()) process.off(name, listener);
  });
  vi.resetModules();
  vi.doMock('electron', () => fake.electron);
  return { home, fake, asked, added, start: () => import('./main.ts') };
}

const heard = () =>
  (['uncaughtException', 'unhandledRejection'] as const).flatMap((name) =>
    process.rawListeners(name).map((listener) => ({ name, listener: listener as () => void })),
  );

/** What this process hears meanwhile that it did not hear before. */
function watchListeners() {
  const before = new Set(heard().map(({ listener }) => listener));
  return () => heard().filter(({ listener }) => !before.has(listener));
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
    'when ready',
  ]);
  const { mode } = fs.statSync(path.join(home, 'window'));
  expect(process.platform === 'win32' || (mode & 0o777) === 0o700).toBe(true);
});

test('a setting that nobody can mean is said, in a dialog that is seen, and nothing is opened', async () => {
  const { home, fake, asked, start } = program({ env: { LABSEAL_TOKEN_STORE: 'shoebox' } });
  await start();
  expect([asked, fake.questions]).toEqual([['when ready'], []]);
  fake.becomeReady();
  await expect.poll(() => asked).toEqual(['when ready', 'exit 1']);
  expect(fake.questions[0]?.detail).toMatch(/^LABSEAL_TOKEN_STORE must be one of/);
  expect(fs.existsSync(home)).toBe(false);
});

test('a second instance leaves at once, and opens nothing', async () => {
  const { asked, start } = program({ app: { isFirst: false } });
  await start();
  expect(asked.slice(-2)).toEqual(['lock', 'quit']);
});

test.for([
  ['', 'It was started with --no-sandbox, which takes a protection away. Start it without that.'],
  [
    '/home/r/Labseal.AppImage',
    expect.stringMatching(
      /an AppImage .* Install the \.deb package[^]*\/home\/r\/Labseal\.AppImage --labseal-command -- serve/,
    ),
  ],
])(
  'an installed program without a protection says so where it is seen, and opens nothing: %j',
  async ([appImage, advice]) => {
    const env: Record<string, string> = appImage === '' ? {} : { APPIMAGE: appImage };
    const { fake, asked, start } = program({
      app: { isPackaged: true },
      argv: ['--no-sandbox'],
      env,
    });
    await start();
    expect(asked.slice(-2)).toEqual(['lock', 'when ready']); // a second start does not say it too
    fake.becomeReady();
    await expect.poll(() => asked.at(-1)).toBe('exit 1');
    expect(fake.questions.map(({ detail }) => detail)).toEqual([advice]);
    expect(fake.windows).toEqual([]);
  },
);

test('a link that starts it comes before Electron is ready, and is heard', async () => {
  const { fake, start } = program();
  await start();
  const happening = prevented();
  fake.app.emit('open-url', happening, 'labseal://activate/abc');
  expect(happening.is()).toBe(true);
});

test('a promise that nobody looked at is written down, and the window stays', async () => {
  const { home, asked, added, start } = program();
  await start();
  const listens = added().find(({ name }) => name === 'unhandledRejection');
  (listens?.listener as ((reason: unknown) => void) | undefined)?.(new Error('nobody looked'));
  expect(fs.readFileSync(path.join(home, 'errors.log'), 'utf8')).toContain('nobody looked');
  expect(asked.at(-1)).toBe('when ready');
});

test('one from the sources, as tests start it, starts with it', async () => {
  const { asked, start } = program({ argv: ['--no-sandbox'] });
  await start();
  expect(asked).toContain('when ready');
});

test('told to be the command line it runs the command, in no window and with no lock, and ends with its code', async () => {
  const words = ['--ozone-platform=headless', '--', 'file', 'list', '--json'];
  const { fake, home, asked, start } = program({
    app: { isPackaged: true },
    argv: ['--labseal-command', ...words],
  });
  const ran: string[][] = [];
  vi.doMock('../cli/main.ts', () => {
    ran.push(process.argv);
    process.exitCode = 4;
    return {};
  });
  onTestFinished(() => {
    process.exitCode = undefined;
    vi.doUnmock('../cli/main.ts');
  });
  await start();
  expect(ran).toEqual([]); // the keychain's process needs a program that is ready
  fake.becomeReady();
  await expect.poll(() => asked.at(-1)).toBe('exit 4');
  expect(ran).toEqual([[process.execPath, 'labseal', 'file', 'list', '--json']]);
  expect(asked).toEqual([
    expect.stringMatching(/^path userData .*command$/),
    'when ready',
    'exit 4',
  ]);
  expect([fake.windows, fs.existsSync(home)]).toEqual([[], false]);
});
