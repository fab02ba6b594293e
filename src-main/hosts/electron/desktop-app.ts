/**
 * Connects an opened core to one window and to the system's displays. It only binds: the decisions are in
 * hosts/desktop, the presentation is in the page.
 */
import path from 'node:path';
import type * as Electron from 'electron';
import { DESKTOP_SCHEME } from '../../../src-shared/bridge/desktop.ts';
import type { CertificateForm } from '../../../src-shared/bridge/certificate-calls.ts';
import { commandInstaller } from '../desktop/install-command.ts';
import type { DeepLinks } from '../desktop/deep-links.ts';
import { NOTICE_PLACES } from '../../../src-shared/model/status/notices.ts';
import type { DesktopWords, Question } from '../../../src-shared/model/words/en/desktop.ts';
import { INBOX_NAME } from '../../platform/data-folder.ts';
import { loadHandlers, makeServeCall } from '../../use-cases/serve-calls.ts';
import type { Core } from '../../app/create-core.ts';
import { followPower, makeComputerPause, pauseEndMs } from '../desktop/power-policy.ts';
import { makePageCrashes, saveDiagnostics } from '../desktop/page-crashes.ts';
import { isHiddenStart, startAtLogin } from '../desktop/start-at-login.ts';
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
import { leaveAtOnce } from '../../platform/leave-at-once.ts';
import { hangingThreads } from '../../platform/threads/worker-thread.ts';
import { startEngine, type Engine } from '../../app/engine.ts';
import type { CoreSettings } from '../../app/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import { realIds } from '../../platform/real-ports.ts';
import { findRoots } from '../web/list-drives.ts';
import { findPageFolder, listPageFiles } from '../web/page-files.ts';
import { makeAnswerPage } from '../web/answer-page.ts';
import { makeWindowCommands } from './window-commands.ts';
import { demoInBrowser } from '../web/demo-in-browser.ts';
import { askPerson, guardContents, makeMainWindow } from './main-window.ts';
import { listenForCalls } from '../socket/listen-for-calls.ts';
import { openIpcServer } from '../desktop/ipc-server.ts';
import { makeSystemSurface } from './system-surface.ts';
import { offerUpdate, startUpdates, type Updater } from '../desktop/updates.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { TrayAction } from '../../../src-shared/model/status/tray-view.ts';
import type { Account } from '../../app/account.ts';

export interface DesktopEnvironment {
  readonly electron: typeof Electron;
  readonly settings: CoreSettings;
  readonly clock: Clock;
  readonly argv: readonly string[];
  /** Kept since before Electron was ready. */
  readonly links: DeepLinks;
  /** Where the system's request to end arrives. */
  readonly process: Pick<NodeJS.Process, 'once'>;
  readonly platform: NodeJS.Platform;
  /** Absolute folder of the built program. */
  readonly programFolder: string;
  readonly loadUpdater: () => Promise<Updater>;
  /** Keeps the details of a bug; returns the id they are found under. */
  readonly keepError: (where: string, error: unknown) => string;
}

export interface DesktopParts extends DesktopEnvironment {
  readonly core: Core;
  readonly windowState: WindowStateFile;
  readonly words: () => DesktopWords;
}

export async function presentDesktop(parts: DesktopParts): Promise<void> {
  const { electron, settings, core, windowState, words, clock, keepError, platform, links } = parts;
  const closing = new AbortController();
  const { app, nativeTheme, powerMonitor, shell } = electron;
  const { dataFolder } = settings;
  const { isPackaged } = app;
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
  const ask = (question: Question) => askPerson(electron, window.current(), question);

  const updates = startUpdates({
    facts: { isPackaged, platform, version: app.getVersion() },
    load: parts.loadUpdater,
    clock,
    isSending: () => running().all > 0,
    onReady: () => engine.feed.tell({ kind: 'transfers-changed' }), // the page reads the status again
    keepError,
  });
  const update = () => updates.ready();
  const engine = startEngine({ core, clock, ids: realIds, dataFolder, update });
  const pause = makeComputerPause(windowState);
  const quit = () => app.quit();
  const { run, withQueue } = makeTrayActions({ engine, clock, links, quit });
  const quitting = makeQuitting({
    clock,
    running,
    ask: (counts) => ask(words().quitWithUploads(counts)),
    finish: () => withQueue((queue) => pause.hold(queue, 'after-current')),
    goOn: () => withQueue((queue) => pause.release(queue)),
    close,
    leave: quit,
  });
  /** Nobody sees a question any more. */
  const endNow = () => void quitting.endFor(quit).catch(keepAs('quit'));
  const mayReload = makePageCrashes({
    clock,
    words,
    ask,
    reload: () => window.show(),
    diagnose: async () => shell.showItemInFolder(await saveDiagnostics(dataFolder, serve)),
    onFault: keepAs('page'),
  });
  const window = makeMainWindow({
    electron,
    platform,
    words,
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
    mayReload,
    onSessionEnd: endNow,
    onFault: keepAs('page'),
  });
  const { env, resourcesPath: resources } = process;
  const home = app.getPath('home');
  const install = commandInstaller({ isPackaged, platform, env, home, resources, words, ask });
  const windowCommands = makeWindowCommands({
    electron,
    platform,
    windowState,
    login: startAtLogin({ app, platform, env }),
    words,
    savedCertificate,
    window: () => window.current(),
    folders: () => account()?.status().folders ?? [],
    dragPicture: picture(DRAG_PICTURE),
    onPreferences: () => {
      tray.lookAgain();
      applyPowerPolicy();
    },
    onCommand: (id) => {
      window.show();
      engine.feed.tell({ kind: 'command-chosen', id });
    },
    quit,
    installCommand: install === null ? null : () => void install().catch(keepAs('command')),
    update: () => offerUpdate({ updates, running, words, ask, endFor: quitting.endFor }),
  });
  const demo = demoInBrowser({ dataFolder, clock, keepError });
  const host = { engine, settings, places: findRoots, keepError, demoOpener: demo.opener };
  const served = makeServeCall({ ...host, desktop: windowCommands.handlers });
  const { serve, given } = rememberLinks(served);
  const openOutside = (wished: string) => {
    const address = outsideAddress(wished, { given, server: core.session().server });
    if (address !== null) shell.openExternal(address).catch(keepAs('browser'));
  };
  guardContents({ app, session, openOutside });
  session.setSpellCheckerEnabled(platform === 'darwin'); // elsewhere Chromium would fetch dictionaries
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
    picture: (shape) => picture(trayPicture(shape, platform, nativeTheme)),
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
    beside: () => ({ credits: offeredCredits(account()), proofs: latestProofs(account()) }),
    isInFront: () => window.current()?.isFocused() === true,
    onFault: keepAs('tray'),
  });
  nativeTheme.on('updated', () => tray.lookAgain());
  const applyPowerPolicy = followPower({
    monitor: powerMonitor,
    engine,
    windowState,
    pause,
    onShutdown: endNow,
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
  parts.process.once('SIGTERM', endNow);
  windowCommands.applyMenuAndTheme();
  links.opened({ show: () => window.show(), feed: engine.feed });
  if (isHiddenStart(app, parts) && !links.isAsked()) window.prepare();
  else window.show();
  loadHandlers(clock, closing.signal).catch(keepAs('handlers'));

  async function close(): Promise<void> {
    closing.abort();
    window.letClose();
    updates.close();
    tray.close();
    await callers.close();
    ipcServer.forgetPage();
    await demo.close();
    await engine.close();
    await core.close();
    await windowState.settled();
    if (hangingThreads() > 0) leaveAtOnce(0); // the usual end would wait for their drive
  }
}

interface TrayActionParts {
  readonly engine: Pick<Engine, 'core' | 'feed'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly links: Pick<DeepLinks, 'goTo'>;
  readonly quit: () => void;
}

/** What the entries of the tray do. */
function makeTrayActions({ engine, clock, links, quit }: TrayActionParts) {
  /** Nothing without an account. */
  function withQueue(work: (queue: Account['transfers']) => void): void {
    const account = engine.core.account();
    if (!account.ok) return;
    work(account.value.transfers);
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
        return quit();
      default:
        return assertNever(action);
    }
  }

  return { run, withQueue };
}
