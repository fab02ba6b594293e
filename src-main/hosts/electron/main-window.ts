/**
 * The one window: opened at its last position, hidden instead of closed, and shown again. Its page comes from our own
 * scheme.
 */
import type * as Electron from 'electron';
import type { App, Session } from 'electron';
import { DESKTOP_ORIGIN } from '../../../src-shared/bridge/desktop.ts';
import type { DesktopWords, Question } from '../../../src-shared/model/words/en/desktop.ts';
import { contextEntries } from '../desktop/context-menu.ts';
import { mayDownload, mayHave, mayNavigate } from '../desktop/navigation-policy.ts';
import { fitToScreens, LEAST_HEIGHT, LEAST_WIDTH } from '../desktop/window-bounds.ts';
import type { WindowStateFile } from '../desktop/window-state.ts';

export interface WindowParts {
  readonly electron: Pick<typeof Electron, 'BrowserWindow' | 'Menu' | 'screen'>;
  readonly platform: NodeJS.Platform;
  readonly words: () => DesktopWords;
  readonly windowState: WindowStateFile;
  /** Absolute. */
  readonly preload: string;
  /** The person closed it; it is hidden by now. */
  readonly onHidden: () => void;
  /** It is in front, or no longer. */
  readonly onFocus: () => void;
  /** The document is gone, or another one takes its place. */
  readonly onPageGone: (why: string | null) => void;
  /** Whether a page that ended is loaded again; else somebody is asked, and `show` loads it. */
  readonly mayReload: () => boolean;
  /** The session of the person ends, whatever anybody does. */
  readonly onSessionEnd: () => void;
  /** The page could not be loaded, or not to its end. */
  readonly onFault: (error: unknown) => void;
}

export function makeMainWindow(parts: WindowParts) {
  const { electron, windowState } = parts;
  let window: Electron.BrowserWindow | null = null;
  let mayClose = false;
  let isGone = false;

  const fitted = () => fitToScreens(windowState.read().place, electron.screen);

  function open(): Electron.BrowserWindow {
    const { x, y, width = LEAST_WIDTH, height = LEAST_HEIGHT } = fitted().bounds;
    const { preload } = parts;
    const opened = new electron.BrowserWindow({
      width,
      height,
      minWidth: LEAST_WIDTH,
      minHeight: LEAST_HEIGHT,
      show: false,
      title: 'Labseal',
      autoHideMenuBar: false,
      webPreferences: {
        preload,
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
        spellcheck: true,
      },
    });
    if (x !== undefined && y !== undefined) opened.setPosition(x, y);
    watch(opened);
    opened.loadURL(`${DESKTOP_ORIGIN}/`).catch(parts.onFault);
    return opened;
  }

  function watch(opened: Electron.BrowserWindow): void {
    const { webContents } = opened;
    opened.on('close', (event) => {
      if (mayClose) return;
      keepBounds(opened);
      event.preventDefault();
      const hide = () => {
        opened.hide();
        parts.onHidden();
      };
      // macOS would leave the black screen of a window that is hidden while it fills one.
      if (parts.platform !== 'darwin' || !opened.isFullScreen()) return hide();
      opened.once('leave-full-screen', hide);
      opened.setFullScreen(false);
    });
    opened.on('session-end', parts.onSessionEnd);
    opened.on('closed', () => {
      window = null;
    });
    opened.on('focus', parts.onFocus);
    opened.on('blur', parts.onFocus);
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) parts.onPageGone(null);
    });
    webContents.on('render-process-gone', (_event, { reason }) => {
      parts.onPageGone(reason);
      isGone = reason !== 'clean-exit';
      if (isGone && parts.mayReload()) load(opened);
    });
    webContents.on('context-menu', (_event, clicked) => {
      const entries = contextEntries(clicked, {
        words: parts.words(),
        platform: parts.platform,
        replace: (text) => webContents.replaceMisspelling(text),
        lookUp: () => webContents.showDefinitionForSelection(),
      });
      if (entries.length > 0) electron.Menu.buildFromTemplate(entries).popup({ window: opened });
    });
  }

  function load(opened: Electron.BrowserWindow): void {
    isGone = false;
    opened.reload();
  }

  /** Maximizing shows, so it waits until then; and a screen may have gone meanwhile. */
  function bringUp(hidden: Electron.BrowserWindow): void {
    const { bounds, isMaximized } = fitted();
    if (bounds.x === undefined) hidden.center();
    if (isMaximized) hidden.maximize();
  }

  function keepBounds(opened: Electron.BrowserWindow): void {
    const place = { ...opened.getNormalBounds(), isMaximized: opened.isMaximized() };
    windowState.change({ place });
  }

  return {
    /** Null before the first show. */
    current: () => window,
    /** For a start in the background: there, and not seen. */
    prepare() {
      window ??= open();
    },
    show() {
      window ??= open();
      if (isGone) load(window);
      if (window.isMinimized()) window.restore();
      else if (!window.isVisible()) bringUp(window);
      window.show();
      window.focus();
    },
    /** From now on closing closes. */
    letClose() {
      if (window !== null) keepBounds(window); // a later write may be incomplete
      mayClose = true;
    },
  };
}

/** Asks a person with the system's own dialog. Resolves to the button; the last one when the dialog was closed some other way. */
export async function askPerson(
  { dialog }: Pick<typeof Electron, 'dialog'>,
  window: Electron.BrowserWindow | null,
  { message, detail, buttons }: Question,
): Promise<number> {
  const cancelId = buttons.length - 1;
  const options = { message, detail, buttons: [...buttons], defaultId: 0, cancelId, noLink: true };
  const isSeen = window?.isVisible() === true;
  const asking = isSeen ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
  return (await asking).response;
}

/** Denies what the page of a window could do beyond its own page, for every contents there ever is. Decides nothing itself. */
interface GuardParts {
  readonly app: App;
  readonly session: Session;
  /** Shows it in the person's browser, if it may be shown there. */
  readonly openOutside: (address: string) => void;
}

export function guardContents({ app, session, openOutside }: GuardParts): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (!mayNavigate(event.url, event.isMainFrame)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: 'deny' };
    });
  });
  // A wrong certificate is refused by Chromium when nobody says otherwise; of one's own none is ever offered.
  app.on('select-client-certificate', (event, _contents, _address, _certificates, answer) => {
    event.preventDefault();
    answer(); // or the request would wait for ever
  });
  app.on('login', (event, _contents, _details, _asking, answer) => {
    event.preventDefault();
    answer();
  });
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(mayHave(permission, contents.getURL())),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => mayHave(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on('will-download', (event, item) => {
    if (!mayDownload(item.getURL())) event.preventDefault();
  });
}
