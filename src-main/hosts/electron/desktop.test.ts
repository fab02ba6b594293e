/** The desktop app is bound to its rules: what they decide is tested beside them, in core/desktop. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { takeEngineLock } from '../../db/engine-lock.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { labels, openDesktop, press } from './test-support/open-desktop.ts';
import { prevented } from './test-support/fake-electron.ts';

const from = (url: string) => ({ getURL: () => url });

describe('the window', () => {
  test('has its page from our own scheme; what is dropped on it and its dialogs lead nowhere', async () => {
    const { window, asked, request } = await openDesktop();
    expect(window?.options.webPreferences).toMatchObject({
      preload: expect.stringMatching(/preload[\\/]preload\.cjs$/),
      navigateOnDragDrop: false,
      safeDialogs: true,
    });
    expect(window?.loaded).toEqual(['app://labseal/']);
    expect(asked).toContain('handle app');
    expect((await request('app://labseal/none'))?.status).toBe(404);
  });

  test('spelling is looked at where the system does it; elsewhere dictionaries would be fetched', async () => {
    for (const [platform, isOn] of [
      ['darwin', true],
      ['win32', false],
      ['linux', false],
    ] as const) {
      const { asked } = await openDesktop({ platform });
      expect(asked.filter((line) => line.startsWith('spelling'))).toEqual([`spelling ${isOn}`]);
    }
  });

  test('a text has a menu, which the page’s own places do not have', async () => {
    const { window, menus } = await openDesktop({ platform: 'darwin' });
    const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
    const clicked = { isEditable: true, selectionText: 'asay', misspelledWord: 'asay', editFlags };
    const said = { ...clicked, dictionarySuggestions: ['assay'] };
    window?.webContents.emit('context-menu', {}, said);
    const [menu = []] = menus.popped;
    press(menu, 'assay');
    press(menu, 'Look up “asay”');
    expect(window?.webContents.spelled).toEqual(['assay', 'look up']);
    const nowhere = { ...said, isEditable: false, selectionText: '', misspelledWord: '' };
    window?.webContents.emit('context-menu', {}, nowhere);
    expect(menus.popped).toHaveLength(1);
  });

  test('nothing leads out of it (P25)', async () => {
    const { window, session, app, asked } = await openDesktop();
    const elsewhere = { url: 'https://evil.example/', isMainFrame: true };
    for (const [of, name, event, said, isDenied] of [
      [window?.webContents, 'will-frame-navigate', elsewhere, null, true],
      [
        window?.webContents,
        'will-frame-navigate',
        { ...elsewhere, url: 'app://labseal/' },
        null,
        false,
      ],
      [window?.webContents, 'will-redirect', {}, null, true],
      [window?.webContents, 'will-attach-webview', {}, null, true],
      [session, 'will-download', {}, from('https://evil.example/x.exe'), true],
      [session, 'will-download', {}, from('blob:app://labseal/1'), false],
    ] as const) {
      const happening = prevented(event);
      of?.emit(name, happening, said);
      expect([name, happening.is()]).toEqual([name, isDenied]);
    }
    expect(window?.webContents.windowOpen(elsewhere)).toEqual({ action: 'deny' });
    expect(asked.filter((line) => line.startsWith('open'))).toEqual([]);
    expect(app.listenerCount('certificate-error')).toBe(0);
  });

  test('who asks for a certificate or a password is refused, and does not wait', async () => {
    const { app } = await openDesktop();
    for (const name of ['select-client-certificate', 'login']) {
      const happening = prevented();
      const answers: unknown[][] = [];
      const answer = (...given: unknown[]) => answers.push(given);
      app.emit(name, happening, null, {}, [], answer);
      expect([name, happening.is(), answers]).toEqual([name, true, [[]]]);
    }
  });

  test('has the permissions of the rule, no device and no picture of the screen', async () => {
    const { window, permission } = await openDesktop();
    const answers: unknown[] = [];
    const answer = (given: unknown) => answers.push(given);
    const ask = (kind: string, ...said: readonly unknown[]) =>
      permission[kind]?.(...(said as never[]));
    ask('request', window?.webContents, 'media', answer);
    ask('request', window?.webContents, 'clipboard-sanitized-write', answer);
    ask('display', {}, answer);
    expect(answers).toEqual([false, true, {}]);
    expect([ask('check', null, 'media', 'app://labseal'), ask('device')]).toEqual([false, false]);
  });

  test('closing it hides it, which is said once; its place is kept', async () => {
    const first = await openDesktop();
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
    const again = await openDesktop({ root: first.root });
    expect(again.window?.options).toMatchObject({ width: 800, height: 600 });
    expect(again.window?.bounds).toMatchObject({ x: 10, y: 20 });
    again.window?.close();
    expect(again.notices).toEqual([]);
  });

  test('on macOS a window that fills the screen leaves it before it hides', async () => {
    const { window } = await openDesktop({ platform: 'darwin' });
    if (window !== undefined) window.isFull = true;
    window?.close();
    expect(window?.is.shown).toBe(true);
    await expect.poll(() => [window?.isFull, window?.is.shown]).toEqual([false, false]);
  });

  test('hidden and shown again it is large as before, and on a screen that is there', async () => {
    const { window, app, screens } = await openDesktop();
    window?.maximize();
    if (window !== undefined) window.bounds = { x: 2_000, y: 100, width: 900, height: 700 };
    screens.push({ x: 1_920, y: 0, width: 1_920, height: 1_080 });
    window?.close();
    screens.pop();
    app.emit('activate');
    expect(window?.bounds).toMatchObject({ x: 510, y: 140 });
    expect(window?.is).toMatchObject({ shown: true, maximized: true });
  });

  test('a page that ended comes back; when it ends again and again a person decides', async () => {
    const expected = /the page is gone/;
    const { window, questions, asked, app, errors, settings } = await openDesktop({
      buttons: [1, 0, 2],
      expected,
    });
    const ends = (times: number) => {
      for (let at = 0; at < times; at += 1) {
        window?.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
      }
    };
    const loaded = () => window?.loaded.filter((what) => what === 'again').length;
    ends(4);
    expect([loaded(), errors.length]).toEqual([3, 4]);
    const report = path.join(settings.dataFolder, 'diagnostics.json');
    await expect.poll(() => asked).toContain(`reveal ${report}`);
    expect(JSON.parse(fs.readFileSync(report, 'utf8'))).toHaveProperty('program');
    ends(1); // the person chooses to load it
    await expect.poll(loaded).toBe(4);
    ends(1); // later; then they open the window
    await expect.poll(() => questions.length).toBe(3);
    expect(loaded()).toBe(4);
    app.emit('activate');
    expect(loaded()).toBe(5);
    window?.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(loaded()).toBe(5);
  });

  test('a page that was loaded anew is told everything anew', async () => {
    const { window, greet } = await openDesktop();
    await greet();
    window?.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    await greet();
    const kinds = window?.webContents.sent.map((message) => Object(message).kind);
    expect(kinds?.filter((kind) => kind === 'snapshot')).toHaveLength(2);
  });

  test('started in the background it is there and not seen; a second start shows it', async () => {
    const { window, app } = await openDesktop({ argv: ['--hidden'] });
    expect([window?.loaded.length, window?.is.shown]).toEqual([1, false]);
    app.emit('second-instance', {}, ['labseal', '--hidden']);
    expect(window?.is).toMatchObject({ shown: true, focused: true });
  });

  test('started by the session it stays unseen, however large it was, and is large when it is shown', async () => {
    const first = await openDesktop();
    first.window?.maximize();
    first.app.quit();
    await expect.poll(() => first.asked).toContain('quit');
    for (const [platform, argv] of [
      ['linux', ['--hidden']],
      ['darwin', []], // macOS gives no arguments
    ] as const) {
      const { window, app } = await openDesktop({
        root: first.root,
        platform,
        argv,
        meanwhile: ({ login }) => (login.wasOpened = true),
      });
      expect(window?.is).toMatchObject({ shown: false, maximized: false });
      app.emit('activate');
      expect(window?.is).toMatchObject({ shown: true, maximized: true, focused: true });
      app.quit();
      await expect.poll(() => app.listenerCount('activate')).toBeGreaterThan(0);
    }
  });
});

describe('links', () => {
  test('of a cold start wait for the page, and are told once', async () => {
    const { greet, events, window } = await openDesktop({
      argv: ['--hidden', 'labseal://activate/tok'],
    });
    expect(window?.is.shown).toBe(true);
    expect(events()).toEqual([]);
    await greet();
    await expect.poll(events).toEqual([{ kind: 'place-asked', path: '/activate', token: 'tok' }]);
    await greet();
    expect(events()).toHaveLength(1);
  });

  test('that come while the core opens are kept, and bring the window to the front', async () => {
    for (const [name, said] of [
      ['open-url', 'labseal://activate/early'],
      ['second-instance', ['labseal', 'labseal://activate/early']],
    ] as const) {
      const { greet, events, window } = await openDesktop({
        argv: ['--hidden'],
        meanwhile: ({ app }) => {
          app.emit(name, prevented(), said);
          app.emit('second-instance', {}, ['labseal']); // no link: takes none away
        },
      });
      expect(window?.is.shown).toBe(true);
      await greet();
      await expect
        .poll(events)
        .toEqual([{ kind: 'place-asked', path: '/activate', token: 'early' }]);
    }
  });

  test('of a second start, and as macOS gives them, show the page; hostile ones only the window', async () => {
    const { greet, events, app, window } = await openDesktop();
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
  test('preferences are kept, theme and menu follow, and a chosen command is run by the page', async () => {
    const { call, theme, menus, greet, events, window } = await openDesktop();
    expect(await call('desktop.read', {})).toMatchObject({
      preferences: { language: 'en', theme: 'system' },
      startsAtLogin: null,
    });
    await call('desktop.setMenu', {
      commands: [{ id: 'settings', label: 'Impostazioni', menu: 'file', accelerator: null }],
    });
    const changed = await call('desktop.setPreferences', { language: 'it', theme: 'dark' });
    expect(changed).toMatchObject({ preferences: { theme: 'dark' } });
    expect(theme.themeSource).toBe('dark');
    expect(menus.app.map(({ label }) => label)).toEqual(['File', 'Modifica', 'Vista']);
    expect(labels(menus.app)).toEqual(expect.arrayContaining(['Ingrandisci', 'Dimensioni reali']));
    await greet();
    window?.hide();
    press(menus.app, 'Impostazioni');
    await expect.poll(events).toContainEqual({ kind: 'command-chosen', id: 'settings' });
    expect(window?.is.shown).toBe(true);
  });

  test('files and folders are chosen with the dialog of the system', async () => {
    const { call, chosen } = await openDesktop();
    chosen.paths = ['/data/a.csv', '/data/b.csv'];
    expect(await call('desktop.choose', { what: 'files' })).toEqual(chosen.paths);
    chosen.paths = [];
    expect(await call('desktop.choose', { what: 'folder' })).toEqual([]);
    expect(chosen.options).toEqual([
      { properties: ['openFile', 'multiSelections', 'dontAddToRecent'] },
      { properties: ['openDirectory', 'dontAddToRecent'], defaultPath: '/data' },
    ]);
  });

  test('what is there is shown in its folder; what is not, and a path with NUL, is not', async () => {
    const { ask, asked, root } = await openDesktop();
    const file = path.join(root, 'run.csv');
    fs.writeFileSync(file, '');
    const reveal = (shown: string) => ask('desktop.reveal', { path: shown });
    expect(await reveal(file)).toEqual({ ok: true, value: true });
    expect(await reveal(`${file}x`)).toEqual({ ok: true, value: false });
    expect(await reveal('//evil/share')).toEqual({ ok: true, value: false });
    expect(await reveal(`${file}\0`)).toMatchObject({ ok: false });
    expect(asked.filter((line) => line.startsWith('reveal'))).toEqual([`reveal ${file}`]);
  });

  test('only a saved certificate is dragged out', async () => {
    const { ask, window } = await openDesktop();
    const answer = await ask('desktop.dragOut', { form: 'pdf', asked: '7' });
    expect(answer).toEqual({ ok: false, fault: { kind: 'unknown-file', asked: '7' } });
    expect(window?.webContents.dragged).toEqual([]);
  });

  test('starting at login is the system’s to remember, and without another version nothing is installed', async () => {
    const { call, questions } = await openDesktop({ platform: 'darwin' });
    expect(await call('desktop.setLogin', { isWanted: true })).toMatchObject({
      startsAtLogin: true,
    });
    expect(await call('desktop.update', {})).toBeNull();
    expect(questions).toEqual([]);
  });
});

describe('tray and end', () => {
  test('the tray is there from the start and does what it says; at the end another may open the data', async () => {
    const { menus, asked, pictures, window, greet, events, settings } = await openDesktop();
    expect(asked).toContain('tray Labseal – Signed out – sign in to go on');
    expect(pictures.at(-1)).toMatch(/build[\\/]tray[\\/]offline-dark\.png$/);
    await greet();
    window?.hide();
    press(menus.tray, 'Sign in…');
    expect(window?.is.shown).toBe(true);
    await expect.poll(events).toContainEqual({ kind: 'place-asked', path: '/sign-in' });
    press(menus.tray, 'Quit Labseal');
    await expect.poll(() => asked).toContain('quit');
    const lock = takeEngineLock(settings.dataFolder);
    expect(lock).not.toBeNull();
    lock?.release();
    expect(window?.close()).toBe(true);
  });

  test('the session ends: everything is closed, and nobody is asked', async () => {
    const delayed = prevented();
    for (const end of [
      ({ power }) => power.emit('shutdown', delayed),
      ({ signals }) => signals.emit('SIGTERM'),
      ({ window }) => window?.emit('session-end'),
    ] as ((desktop: Awaited<ReturnType<typeof openDesktop>>) => void)[]) {
      const desktop = await openDesktop();
      end(desktop);
      expect(desktop.asked).not.toContain('quit'); // first everything is closed
      await expect.poll(() => desktop.asked).toContain('quit');
      expect(desktop.questions).toEqual([]);
      expect(delayed.is()).toBe(true);
      const lock = takeEngineLock(desktop.settings.dataFolder);
      expect(lock).not.toBeNull();
      lock?.release();
    }
  });

  test('the ink follows the theme when it changes, on Windows that of the taskbar; a left click there opens', async () => {
    const { pictures, theme, trays, window } = await openDesktop({ platform: 'win32' });
    expect(pictures.at(-1)).toMatch(/offline-light\.ico$/);
    theme.shouldUseDarkColorsForSystemIntegratedUI = true;
    theme.emit('updated');
    expect(pictures.at(-1)).toMatch(/offline-dark\.ico$/);
    window?.hide();
    trays[0]?.emit('click');
    expect(window?.is.shown).toBe(true);
    const elsewhere = await openDesktop();
    expect(elsewhere.trays[0]?.listenerCount('click')).toBe(0);
  });

  test('while another Labseal has the data open the person is told where, and nothing is touched', async () => {
    const root = temporaryFolder();
    const lock = takeEngineLock(path.join(root, 'labseal'));
    onTestFinished(() => lock?.release());
    const { windows, asked, questions } = await openDesktop({ root, buttons: [0] });
    expect(questions[0]).toMatchObject({
      message: 'Labseal is running on this computer already.',
      buttons: ['Quit'],
    });
    expect([windows, asked]).toEqual([[], ['exit 1']]);
  });

  test('what keeps it from starting is a sentence', async () => {
    const root = temporaryFolder();
    fs.writeFileSync(path.join(root, 'labseal'), 'a file where the folder should be');
    const { questions, windows } = await openDesktop({ root });
    expect(questions[0]?.message).toBe('Labseal cannot start.');
    expect(questions[0]?.detail).toMatch(/\.$/);
    expect(windows).toEqual([]);
  });
});
