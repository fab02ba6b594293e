/**
 * Puts an opened core behind one window and shows outside what goes on. It binds and decides nothing: what decides is in
 * core/desktop, what is shown is in the page.
 */
import path from 'node:path';
import { DESKTOP_SCHEME } from '../../../src-shared/bridge/desktop.ts';
import type { CertificateForm } from '../../../src-shared/bridge/certificate-calls.ts';
import { linkInArguments, readDesktopLink } from '../../../src-shared/model/status/desktop-link.ts';
import { NOTICE_PLACES } from '../../../src-shared/model/status/notices.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { TrayDeed } from '../../../src-shared/model/status/tray-view.ts';
import type { DesktopWords } from '../../../src-shared/model/words/desktop-words.ts';
import { INBOX_NAME } from '../../features/files/inbox-copy.ts';
import { makeServeCall } from '../../app/bridge/serve-calls.ts';
import type { Core } from '../../app/create-core.ts';
import { makeAskedPlaces } from '../desktop/deep-links.ts';
import { makeComputerPause } from '../desktop/computer-pause.ts';
import type { DeskFile } from '../desktop/window-preferences.ts';
import { followPower } from '../desktop/apply-power-policy.ts';
import { rememberLinks } from '../desktop/issued-links.ts';
import { outsideAddress } from '../desktop/navigation-policy.ts';
import { pauseEndMs } from '../desktop/pause-end.ts';
import { startPresence } from '../desktop/tray-controller.ts';
import { makeQuitting } from '../desktop/quitting.ts';
import { DRAG_PICTURE, trayPicture } from '../desktop/tray-icon.ts';
import { latestProofs, offeredCredits } from '../desktop/tray-facts.ts';
import { startEngine } from '../../app/engine.ts';
import { realIds } from '../../platform/real-ports.ts';
import { findPlaces } from '../web/list-drives.ts';
import { findPageFolder } from '../web/page-folder.ts';
import { listPageFiles } from '../web/page-files.ts';
import { makeAnswerPage } from '../web/answer-page.ts';
import { makeDeeds } from './window-commands.ts';
import { demoInBrowser } from '../web/demo-in-browser.ts';
import { makeDeskWindow } from './main-window.ts';
import { loginOf } from './login-item.ts';
import { guardContents } from './restrict-contents.ts';
import { openPageDoor } from '../desktop/ipc-server.ts';
import type { Surroundings } from './run-desktop.ts';
import { makeOutside } from './tray-and-notifications.ts';
import { askPerson } from './system-dialog.ts';
import { startUpdates } from '../desktop/updates.ts';

export interface DesktopParts extends Surroundings {
  readonly core: Core;
  readonly desk: DeskFile;
  readonly words: () => DesktopWords;
}

export async function presentDesktop(parts: DesktopParts): Promise<void> {
  const { electron, settings, core, desk, words, clock, keepError, platform, argv } = parts;
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
  const pause = makeComputerPause(desk);
  const quitting = makeQuitting({
    clock,
    running,
    ask: (counts) => ask(words().quitWithUploads(counts)),
    finish: () => withQueue((queue) => pause.hold(queue, 'after-current')),
    goOn: () => withQueue((queue) => pause.release(queue)),
    close,
    leave: () => app.quit(),
  });
  const window = makeDeskWindow({
    electron,
    desk,
    preload: path.join(parts.programFolder, '../preload/preload.cjs'),
    onFocus: () => presence.lookAgain(),
    onHidden: () => {
      if (!desk.read().isTold) {
        new electron.Notification({ title: 'Labseal', body: words().goesOn }).show();
      }
      desk.change({ isTold: true });
    },
    onPageGone: (why) => {
      door.forgetPage();
      if (why !== null) keepError('page', new Error(`the page is gone: ${why}`));
    },
    onFault: keepAs('page'),
  });
  const deeds = makeDeeds({
    electron,
    platform,
    desk,
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
      presence.lookAgain();
      feelPower();
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
      places: findPlaces,
      desktop: deeds.handlers,
      demoOpener: demo.opener,
      keepError,
    }),
  );
  const openOutside = (asked: string) => {
    const address = outsideAddress(asked, { given, server: core.session().server });
    if (address !== null) shell.openExternal(address).catch(keepAs('browser'));
  };
  guardContents({ app, session, openOutside });
  const places = makeAskedPlaces(linkInArguments(argv), {
    show: () => window.show(),
    feed: engine.feed,
  });
  const door = openPageDoor({
    channels: electron.ipcMain,
    page: () => window.current()?.webContents ?? null,
    serve,
    engine,
    keepError,
    onGreeted: () => places.greeted(),
  });
  const inbox = { folder: path.join(dataFolder, INBOX_NAME), ids: realIds };
  const files = await listPageFiles(findPageFolder());
  const answer = makeAnswerPage({ files, savedCertificate, inbox, dataFolder, keepError });
  session.protocol.handle(DESKTOP_SCHEME, answer);
  const outside = makeOutside({
    electron,
    platform,
    picture: (shape) => picture(trayPicture(shape, platform, nativeTheme.shouldUseDarkColors)),
    window: () => window.current(),
    run,
    placeOf: (kind) => NOTICE_PLACES[kind],
  });
  const presence = startPresence({
    engine,
    clock,
    outside,
    words,
    preferences: () => desk.read().preferences,
    beside: () => ({ credits: offeredCredits(account()), proofs: latestProofs(account()) }),
    isInFront: () => window.current()?.isFocused() === true,
    onFault: keepAs('presence'),
  });
  const feelPower = followPower({ monitor: electron.powerMonitor, engine, desk, pause });

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
  app.on('second-instance', (_event, said) => places.goTo(linkInArguments(said)));
  app.on('open-url', (event, url) => {
    event.preventDefault();
    places.goTo(readDesktopLink(url));
  });
  deeds.dress();
  if (argv.includes('--hidden') && !places.isWaiting()) window.prepare();
  else window.show();

  function withQueue(work: (queue: NonNullable<ReturnType<typeof account>>['transfers']) => void) {
    const queue = account()?.transfers;
    if (queue === undefined) return;
    work(queue);
    engine.feed.tell({ kind: 'transfers-changed' });
  }

  function run(deed: TrayDeed): void {
    switch (deed.kind) {
      case 'show':
        return places.goTo(deed.path === null ? null : { path: deed.path });
      case 'pause':
        return withQueue((queue) => queue.pause(deed.mode, pauseEndMs(deed.until, clock.nowMs())));
      case 'resume':
        return withQueue((queue) => queue.resume());
      case 'quit':
        return app.quit();
      default:
        return assertNever(deed);
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
    presence.close();
    door.forgetPage();
    await demo.close();
    await engine.close();
    await core.close();
    await desk.settled();
  }
}
