/**
 * Connects an opened core to one window and to the system's displays. It only binds: the decisions are in
 * hosts/desktop, the presentation is in the page.
 */
import path from 'node:path';
import type * as Electron from 'electron';
import { DESKTOP_SCHEME } from '../../../src-shared/bridge/desktop.ts';
import type { CertificateForm } from '../../../src-shared/bridge/certificate-calls.ts';
import { linkInArguments, makeDeepLinks, readDeepLink } from '../desktop/deep-links.ts';
import { NOTICE_PLACES } from '../../../src-shared/model/status/notices.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { TrayAction } from '../../../src-shared/model/status/tray-view.ts';
import type { DesktopWords } from '../../../src-shared/model/words/desktop-words.ts';
import { INBOX_NAME } from '../../platform/data-folder.ts';
import { loadHandlers, makeServeCall } from '../../use-cases/serve-calls.ts';
import type { Core } from '../../app/create-core.ts';
import { followPower, makeComputerPause, pauseEndMs } from '../desktop/power-policy.ts';
import type { WindowStateFile } from '../desktop/window-state.ts';
import { outsideAddress, rememberLinks } from '../desktop/navigation-policy.ts';
import {
  DRAG_PICTURE,
  latestProofs,
  offeredCredits,
  startTrayController,
  trayPicture,
} from '../desktop/tray-controller.ts';
import { makeQuitting } from '../desktop/quitting.ts';
import { startEngine } from '../../app/engine.ts';
import type { CoreSettings } from '../../app/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import { realIds } from '../../platform/real-ports.ts';
import { findRoots } from '../web/list-drives.ts';
import { findPageFolder } from '../web/page-files.ts';
import { listPageFiles } from '../web/page-files.ts';
import { makeAnswerPage } from '../web/answer-page.ts';
import { makeWindowCommands } from './window-commands.ts';
import { demoInBrowser } from '../web/demo-in-browser.ts';
import { askPerson, guardContents, makeMainWindow } from './main-window.ts';
import { loginOf } from './login-item.ts';
import { listenForCalls } from '../socket/listen-for-calls.ts';
import { openIpcServer } from '../desktop/ipc-server.ts';
import { makeSystemSurface } from './tray-and-notifications.ts';
import { startUpdates, type Updater } from '../desktop/updates.ts';

export interface DesktopEnvironment {
  readonly electron: typeof Electron;
  readonly settings: CoreSettings;
  readonly clock: Clock;
  readonly argv: readonly string[];
  readonly platform: NodeJS.Platform;
  /** Absolute folder of the built program. */
  readonly programFolder: string;
  readonly loadUpdater: () => Promise<Updater>;
  /** Keeps the details of a mistake of ours; returns the id they are found under. */
  readonly keepError: (where: string, error: unknown) => string;
}

export interface DesktopParts extends DesktopEnvironment {
  readonly core: Core;
  readonly windowState: WindowStateFile;
  readonly words: () => DesktopWords;
}

export async function presentDesktop(parts: DesktopParts): Promise<void> {
  const { electron, settings, core, windowState, words, clock, keepError, platform, argv } = parts;
  await loadHandlers();
  const { app, nativeTheme, shell } = electron;
  const { dataFolder } = settings;
  const session = electron.session.defaultSession;
  const picture = (name: string) => path.join(parts.programFolder, '../../build', name);
  const keepAs = (where: string) => (error: unknown) => void keepError(where, error);
  const account = () => {
    const found = core.account();
    return found.ok ? found.value : null;
  };
  const running = () => account()?.transfers.running() ?? { all: 0, goOn: 0 };
  const savedCertificate = (form: CertificateForm, asked: string) =>
    account()?.certificates.saved(form, asked) ?? null;
  const ask = (question: Parameters<typeof askPerson>[2]) =>
    askPerson(electron, window.current(), question);

  const updates = startUpdates({
    facts: { isPackaged: app.isPackaged, platform, version: app.getVersion() },
    load: parts.loadUpdater,
    clock,
    isSending: () => running().all > 0,
    onReady: () => engine.feed.tell({ kind: 'transfers-changed' }), // the page reads the status again
    keepError,
  });
  const engine = startEngine({
    core,
    clock,
    ids: realIds,
    dataFolder,
    update: () => updates.ready(),
  });
  const pause = makeComputerPause(windowState);
  const quitting = makeQuitting({
    clock,
    running,
    ask: (counts) => ask(words().quitWithUploads(counts)),
    finish: () => withQueue((queue) => pause.hold(queue, 'after-current')),
    goOn: () => withQueue((queue) => pause.release(queue)),
    close,
    leave: () => app.quit(),
  });
  const window = makeMainWindow({
    electron,
    windowState,
    preload: path.join(parts.programFolder, '../preload/preload.cjs'),
    onFocus: () => tray.lookAgain(),
    onHidden: () => {
      if (!windowState.read().isTold) {
        new electron.Notification({ title: 'Labseal', body: words().goesOn }).show();
      }
      windowState.change({ isTold: true });
    },
    onPageGone: (why) => {
      ipcServer.forgetPage();
      if (why !== null) keepError('page', new Error(`the page is gone: ${why}`));
    },
    onFault: keepAs('page'),
  });
  const windowCommands = makeWindowCommands({
    electron,
    platform,
    windowState,
    login: loginOf(app, platform, process.env),
    words,
    savedCertificate,
    window: () => window.current(),
    watchedFolders: () =>
      account()
        ?.status()
        .folders.map((folder) => folder.path) ?? [],
    dragPicture: picture(DRAG_PICTURE),
    onPreferences: () => {
      tray.lookAgain();
      applyPowerPolicy();
    },
    onCommand: (id) => {
      window.show();
      engine.feed.tell({ kind: 'command-chosen', id });
    },
    quit: () => app.quit(),
    update,
  });
  const demo = demoInBrowser({ dataFolder, clock, keepError });
  const { serve, given } = rememberLinks(
    makeServeCall({
      engine,
      settings,
      places: findRoots,
      desktop: windowCommands.handlers,
      demoOpener: demo.opener,
      keepError,
    }),
  );
  const openOutside = (asked: string) => {
    const address = outsideAddress(asked, { given, server: core.session().server });
    if (address !== null) shell.openExternal(address).catch(keepAs('browser'));
  };
  guardContents({ app, session, openOutside });
  const links = makeDeepLinks(linkInArguments(argv), {
    show: () => window.show(),
    feed: engine.feed,
  });
  const ipcServer = openIpcServer({
    channels: electron.ipcMain,
    page: () => window.current()?.webContents ?? null,
    serve,
    engine,
    keepError,
    onGreeted: () => links.greeted(),
  });
  const inbox = { folder: path.join(dataFolder, INBOX_NAME), ids: realIds };
  const callers = await listenForCalls({ dataFolder, serve, feed: engine.feed, clock, keepError });
  const files = await listPageFiles(findPageFolder());
  const answer = makeAnswerPage({ files, savedCertificate, inbox, dataFolder, keepError });
  session.protocol.handle(DESKTOP_SCHEME, answer);
  const surface = makeSystemSurface({
    electron,
    platform,
    picture: (shape) => picture(trayPicture(shape, platform, nativeTheme.shouldUseDarkColors)),
    window: () => window.current(),
    run,
    placeOf: (kind) => NOTICE_PLACES[kind],
  });
  const tray = startTrayController({
    engine,
    clock,
    surface,
    words,
    preferences: () => windowState.read().preferences,
    beside: () => ({ ...offeredCredits(account()), proofs: latestProofs(account()) }),
    isInFront: () => window.current()?.isFocused() === true,
    onFault: keepAs('tray'),
  });
  const applyPowerPolicy = followPower({
    monitor: electron.powerMonitor,
    engine,
    windowState,
    pause,
  });

  engine.ended
    .catch(async (error: unknown) => {
      await ask(words().mistake(keepError('engine', error)));
      await quitting.endFor(() => app.exit(1));
    })
    .catch(keepAs('engine'));
  app.on('before-quit', (event) => {
    if (quitting.isClosed()) return;
    event.preventDefault();
    quitting.quit().catch(keepAs('quit'));
  });
  app.on('window-all-closed', () => undefined); // closing the window ends nothing
  app.on('activate', () => window.show());
  app.on('second-instance', (_event, said) => links.goTo(linkInArguments(said)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    links.goTo(readDeepLink(url));
  });
  windowCommands.applyMenuAndTheme();
  if (argv.includes('--hidden') && !links.isWaiting()) window.prepare();
  else window.show();

  function withQueue(work: (queue: NonNullable<ReturnType<typeof account>>['transfers']) => void) {
    const queue = account()?.transfers;
    if (queue === undefined) return;
    work(queue);
    engine.feed.tell({ kind: 'transfers-changed' });
  }

  function run(action: TrayAction): void {
    switch (action.kind) {
      case 'show':
        return links.goTo(action.path === null ? null : { path: action.path });
      case 'pause':
        return withQueue((queue) =>
          queue.pause(action.mode, pauseEndMs(action.until, clock.nowMs())),
        );
      case 'resume':
        return withQueue((queue) => queue.resume());
      case 'quit':
        return app.quit();
      default:
        return assertNever(action);
    }
  }

  async function update(): Promise<void> {
    const version = updates.ready();
    const { all } = running();
    if (version === null) return;
    if (all > 0) await ask(words().updateWithUploads({ all }));
    else if ((await ask(words().updateReady(version))) === 0)
      await quitting.endFor(() => updates.install());
  }

  async function close(): Promise<void> {
    window.letClose();
    updates.close();
    tray.close();
    await callers.close();
    ipcServer.forgetPage();
    await demo.close();
    await engine.close();
    await core.close();
    await windowState.settled();
  }
}
