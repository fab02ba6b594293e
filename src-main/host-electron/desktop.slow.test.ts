import fs from 'node:fs';
import path from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DESKTOP_CHANNELS } from '../../src-shared/bridge/desktop.ts';
import type { BridgeEvent } from '../../src-shared/bridge/events.ts';
import { takeEngineLock } from '../state/engine-lock.ts';
import { realClock } from '../core/real-ports.ts';
import type { CoreSettings } from '../core/settings.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { runDesktop } from './run-desktop.ts';
import { playElectron, prevented } from './test-support/played-electron.ts';

interface Wishes {
  readonly platform?: NodeJS.Platform;
  readonly argv?: readonly string[];
  /** What the person answers to questions, one after the other. */
  readonly buttons?: number[];
  readonly root?: string;
}

async function desktop({ platform = 'linux', argv = [], buttons = [], root }: Wishes = {}) {
  const folder = root ?? temporaryFolder();
  const played = playElectron({ buttons });
  const settings: CoreSettings = {
    dataFolder: path.join(folder, 'labseal'),
    server: 'http://127.0.0.1:9',
    tokenStore: 'file',
    network: { httpsProxy: null, noProxy: null, authoritiesFile: null },
  };
  const errors: unknown[] = [];
  await runDesktop({
    electron: played.electron,
    settings,
    clock: realClock,
    argv,
    platform,
    programFolder: path.join(folder, 'out', 'main'),
    loadUpdater: async () => {
      throw new Error('there are no updates here');
    },
    keepError: (_where, error) => `error-${errors.push(error)}`,
  });
  onTestFinished(async () => {
    played.app.quit();
    await expect.poll(() => ends(played.asked)).toBe(true);
    expect(errors).toEqual([]);
  });
  let number = 0;
  const call = (name: string, input: object) => {
    number += 1;
    return played.page().invoke(DESKTOP_CHANNELS.call, number, name, input);
  };
  const [window] = played.windows;
  const events = () =>
    (window?.webContents.sent ?? []).flatMap((message) => {
      const { event } = Object(message) as { event?: BridgeEvent };
      return event === undefined ? [] : [event];
    });
  const greet = async () => {
    const before = window?.webContents.sent.length ?? 0;
    played.page().send(DESKTOP_CHANNELS.greet);
    await expect.poll(() => window?.webContents.sent.length).toBeGreaterThan(before);
  };
  return { ...played, window, folder, settings, call, events, greet };
}

const ends = (asked: readonly string[]) => asked.some((line) => /^(quit|exit)/.test(line));

function entry(menu: readonly MenuItemConstructorOptions[], label: string) {
  const all = (entries: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    entries.flatMap((each) => [each, ...(Array.isArray(each.submenu) ? all(each.submenu) : [])]);
  const found = all(menu).find((each) => each.label === label);
  return () => found?.click?.({} as never, undefined, {});
}

describe('the window', () => {
  test('has the safe options, and its page comes from our own scheme', async () => {
    const { window, asked, request } = await desktop();
    expect(window?.options.webPreferences).toEqual({
      preload: expect.stringMatching(/preload[\\/]preload\.cjs$/),
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      experimentalFeatures: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
    });
    expect(window?.loaded).toEqual(['app://labseal/']);
    expect(asked).toContain('handle app');
    expect((await request('app://labseal/none'))?.status).toBe(404);
  });

  test('nothing leads out of it', async () => {
    const { window, session, permission, app, asked } = await desktop();
    const contents = window?.webContents;
    const tried = (name: string, event: ReturnType<typeof prevented>) => {
      contents?.emit(name, event);
      return event.is();
    };
    expect(
      tried('will-frame-navigate', prevented({ url: 'https://evil.example/', isMainFrame: true })),
    ).toBe(true);
    expect(
      tried('will-frame-navigate', prevented({ url: 'app://labseal/', isMainFrame: true })),
    ).toBe(false);
    expect(tried('will-redirect', prevented())).toBe(true);
    expect(tried('will-attach-webview', prevented())).toBe(true);
    expect(contents?.windowOpen({ url: 'https://evil.example/' })).toEqual({ action: 'deny' });
    expect(asked.filter((line) => line.startsWith('open'))).toEqual([]);
    for (const name of ['select-client-certificate', 'login']) {
      const event = prevented();
      app.emit(name, event);
      expect(event.is()).toBe(true);
    }
    expect(app.listenerCount('certificate-error')).toBe(0);
    const answers: boolean[] = [];
    permission['request']?.(
      contents as never,
      'media' as never,
      ((is: boolean) => answers.push(is)) as never,
    );
    permission['request']?.(
      contents as never,
      'clipboard-sanitized-write' as never,
      ((is: boolean) => answers.push(is)) as never,
    );
    expect(answers).toEqual([false, true]);
    expect(permission['check']?.(null as never, 'media' as never, 'app://labseal' as never)).toBe(
      false,
    );
    expect(permission['device']?.()).toBe(false);
    const shown: unknown[] = [];
    permission['display']?.({} as never, ((streams: unknown) => shown.push(streams)) as never);
    expect(shown).toEqual([{}]);
    const download = prevented();
    session.emit('will-download', download, { getURL: () => 'https://evil.example/x.exe' });
    expect(download.is()).toBe(true);
    const own = prevented();
    session.emit('will-download', own, { getURL: () => 'blob:app://labseal/1' });
    expect(own.is()).toBe(false);
  });

  test('closing it hides it, which is said once; its place is kept', async () => {
    const first = await desktop();
    expect(first.window?.close()).toBe(false);
    expect(first.window?.is.shown).toBe(false);
    first.app.emit('activate');
    expect(first.window?.is.shown).toBe(true);
    first.window?.close();
    expect(first.notices.map(({ body }) => body)).toEqual([
      'Labseal goes on in the background. Its icon beside the clock opens it again, and quits it.',
    ]);
    if (first.window !== undefined) {
      first.window.bounds = { x: 10, y: 20, width: 800, height: 600 };
    }
    first.app.quit();
    await expect.poll(() => first.asked).toContain('quit');
    const again = await desktop({ root: first.folder });
    expect(again.window?.options).toMatchObject({ width: 800, height: 600 });
    expect(again.window?.bounds).toMatchObject({ x: 10, y: 20 });
    again.window?.close();
    expect(again.notices).toEqual([]);
  });

  test('a page that crashed comes back and is told everything anew', async () => {
    const { window, greet } = await desktop();
    await greet();
    window?.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    await greet();
    const kinds = window?.webContents.sent.map((message) => Object(message).kind);
    expect(kinds?.filter((kind) => kind === 'snapshot')).toHaveLength(2);
  });

  test('started in the background it is there and not seen; a second start shows it', async () => {
    const { window, app } = await desktop({ argv: ['--hidden'] });
    expect([window?.loaded.length, window?.is.shown]).toEqual([1, false]);
    app.emit('second-instance', {}, ['labseal', '--hidden']);
    expect(window?.is).toMatchObject({ shown: true, focused: true });
  });
});

describe('links', () => {
  test('of a cold start wait for the page, and are told once', async () => {
    const { greet, events, window } = await desktop({
      argv: ['--hidden', 'labseal://activate/tok'],
    });
    expect(window?.is.shown).toBe(true);
    expect(events()).toEqual([]);
    await greet();
    await expect.poll(events).toEqual([{ kind: 'place-asked', path: '/activate', token: 'tok' }]);
    await greet();
    expect(events()).toHaveLength(1);
  });

  test('of a second start, and as macOS gives them, show the page; hostile ones only the window', async () => {
    const { greet, events, app, window } = await desktop();
    await greet();
    app.emit('second-instance', {}, ['labseal', 'labseal://reset/abc']);
    app.emit('open-url', prevented(), 'labseal://activate/def');
    window?.hide();
    app.emit('open-url', prevented(), 'labseal://activate/../../x');
    await expect.poll(() => events().length).toBe(2);
    expect(events()).toEqual([
      { kind: 'place-asked', path: '/reset', token: 'abc' },
      { kind: 'place-asked', path: '/activate', token: 'def' },
    ]);
    expect(window?.is.shown).toBe(true);
  });
});

describe('what the page can ask of the window', () => {
  test('preferences are kept, and theme and menu follow', async () => {
    const { call, theme, menus } = await desktop();
    expect(await call('desktop.read', {})).toMatchObject({
      value: { preferences: { language: 'en', theme: 'system' }, startsAtLogin: null },
    });
    await call('desktop.setMenu', {
      commands: [{ id: 'settings', label: 'Impostazioni', menu: 'file', accelerator: null }],
    });
    const changed = await call('desktop.setPreferences', { language: 'it', theme: 'dark' });
    expect(changed).toMatchObject({ ok: true, value: { preferences: { theme: 'dark' } } });
    expect(theme.themeSource).toBe('dark');
    expect(menus.app.map(({ label }) => label)).toEqual(['File', 'Modifica', 'Vista']);
  });

  test('a command that is chosen in a menu is run by the page', async () => {
    const { call, greet, menus, events, window } = await desktop();
    await greet();
    await call('desktop.setMenu', {
      commands: [{ id: 'go-tags', label: 'Tags', menu: 'view', accelerator: null }],
    });
    window?.hide();
    entry(menus.app, 'Tags')();
    await expect.poll(events).toContainEqual({ kind: 'command-chosen', id: 'go-tags' });
    expect(window?.is.shown).toBe(true);
  });

  test('files and folders are chosen with the dialog of the system', async () => {
    const { call, chosen } = await desktop();
    chosen.paths = ['/data/a.csv', '/data/b.csv'];
    expect(await call('desktop.choose', { what: 'files' })).toEqual({
      ok: true,
      value: chosen.paths,
    });
    chosen.paths = [];
    expect(await call('desktop.choose', { what: 'folder' })).toEqual({ ok: true, value: [] });
    expect(chosen.options).toEqual([
      { properties: ['openFile', 'multiSelections', 'dontAddToRecent'] },
      { properties: ['openDirectory', 'dontAddToRecent'] },
    ]);
  });

  test('what is there is shown in its folder; what is not, and a path with NUL, is not', async () => {
    const { call, asked, folder } = await desktop();
    const file = path.join(folder, 'run.csv');
    fs.writeFileSync(file, '');
    expect(await call('desktop.reveal', { path: file })).toEqual({ ok: true, value: true });
    expect(await call('desktop.reveal', { path: `${file}x` })).toEqual({ ok: true, value: false });
    expect(await call('desktop.reveal', { path: '//evil/share' })).toEqual({
      ok: true,
      value: false,
    });
    expect(await call('desktop.reveal', { path: `${file}\0` })).toMatchObject({ ok: false });
    expect(asked.filter((line) => line.startsWith('reveal'))).toEqual([`reveal ${file}`]);
  });

  test('only a saved certificate is dragged out', async () => {
    const { call, window } = await desktop();
    const answer = await call('desktop.dragOut', { form: 'pdf', asked: '7' });
    expect(answer).toEqual({ ok: false, fault: { kind: 'unknown-file', asked: '7' } });
    expect(window?.webContents.dragged).toEqual([]);
  });

  test('starting at login is the system’s to remember, where it can', async () => {
    const { call } = await desktop({ platform: 'darwin' });
    expect(await call('desktop.setLogin', { isWanted: true })).toMatchObject({
      value: { startsAtLogin: true },
    });
  });

  test('where there is no other version nothing is asked and nothing installed', async () => {
    const { call, questions } = await desktop();
    expect(await call('desktop.update', {})).toEqual({ ok: true, value: null });
    expect(questions).toEqual([]);
  });
});

describe('tray and end', () => {
  test('the tray is there from the start and does what it says', async () => {
    const { menus, asked, pictures, window, greet, events } = await desktop();
    expect(asked).toContain('tray Labseal – Signed out – sign in to go on');
    expect(pictures.at(-1)).toMatch(/build[\\/]tray[\\/]offline-dark\.png$/);
    await greet();
    window?.hide();
    entry(menus.tray, 'Sign in…')();
    expect(window?.is.shown).toBe(true);
    await expect.poll(events).toContainEqual({ kind: 'place-asked', path: '/sign-in' });
    entry(menus.tray, 'Quit Labseal')();
    await expect.poll(() => asked).toContain('quit');
  });

  test('at the end everything is closed: the data can be opened by another', async () => {
    const { app, asked, settings, window } = await desktop();
    app.quit();
    await expect.poll(() => asked).toContain('quit');
    const lock = takeEngineLock(settings.dataFolder);
    expect(lock).not.toBeNull();
    lock?.release();
    expect(window?.close()).toBe(true);
  });

  test('while another Labseal has the data open the person is told where, and nothing is touched', async () => {
    const root = temporaryFolder();
    const lock = takeEngineLock(path.join(root, 'labseal'));
    onTestFinished(() => lock?.release());
    const { windows, asked, questions } = await desktop({ root, buttons: [0] });
    expect(questions[0]).toMatchObject({
      message: 'Labseal is running on this computer already.',
      buttons: ['Quit'],
    });
    expect([windows, asked]).toEqual([[], ['exit 1']]);
  });

  test('what keeps it from starting is a sentence', async () => {
    const root = temporaryFolder();
    fs.writeFileSync(path.join(root, 'labseal'), 'a file where the folder should be');
    const { questions, windows } = await desktop({ root });
    expect(questions[0]?.message).toBe('Labseal cannot start.');
    expect(questions[0]?.detail).toMatch(/\.$/);
    expect(windows).toEqual([]);
  });
});

describe('the entry', () => {
  test('before Electron is ready: sandbox, scheme, own folder, one instance, no relaxed TLS', async () => {
    const root = temporaryFolder();
    const played = playElectron();
    played.app.whenReady = async () => {
      played.asked.push('ready');
      return new Promise(() => undefined); // this is about what comes before
    };
    vi.stubEnv('LABSEAL_HOME', path.join(root, 'home'));
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.doMock('electron', () => played.electron);
    const listeners = process.listeners('uncaughtException');
    await import('./main.ts');
    for (const added of process.listeners('uncaughtException')) {
      if (!listeners.includes(added)) process.off('uncaughtException', added);
    }
    expect(process.env['NODE_TLS_REJECT_UNAUTHORIZED']).toBeUndefined();
    expect(played.asked).toEqual([
      `path userData ${path.join(root, 'home', 'window')}`,
      'name Labseal',
      'id org.labseal.desktop',
      'sandbox',
      'schemes [{"scheme":"app","privileges":{"standard":true,"secure":true,"supportFetchAPI":true,"stream":true}}]',
      'ready',
    ]);
    const { mode } = fs.statSync(path.join(root, 'home', 'window'));
    expect(process.platform === 'win32' || (mode & 0o777) === 0o700).toBe(true);
  });

  test('a setting that nobody can mean is said, and nothing is opened', async () => {
    const root = temporaryFolder();
    const played = playElectron();
    vi.stubEnv('LABSEAL_HOME', path.join(root, 'home'));
    vi.stubEnv('LABSEAL_TOKEN_STORE', 'shoebox');
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.resetModules();
    vi.doMock('electron', () => played.electron);
    await expect(import('./main.ts')).rejects.toThrow('LABSEAL_TOKEN_STORE');
    vi.doUnmock('electron');
    expect(played.asked).toEqual([
      expect.stringMatching(/^error LABSEAL_TOKEN_STORE must be one of/),
      'exit 1',
    ]);
    expect(fs.existsSync(path.join(root, 'home'))).toBe(false);
  });

  test('a second instance leaves at once, and opens nothing', async () => {
    const root = temporaryFolder();
    const played = playElectron();
    played.app.requestSingleInstanceLock = () => false;
    vi.stubEnv('LABSEAL_HOME', path.join(root, 'home'));
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.resetModules();
    vi.doMock('electron', () => played.electron);
    await import('./main.ts');
    vi.doUnmock('electron');
    expect(played.asked.at(-1)).toBe('quit');
    expect(played.asked).not.toContain('ready');
  });
});
