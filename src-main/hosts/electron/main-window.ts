/** The one window: opened where it was, hidden instead of closed, and found again. The page in it comes from our own scheme. */
import type * as Electron from 'electron';
import { DESKTOP_ORIGIN } from '../../../src-shared/bridge/desktop.ts';
import type { DeskFile } from '../desktop/window-preferences.ts';
import { fitPlace, LEAST_HEIGHT, LEAST_WIDTH } from '../desktop/window-bounds.ts';

export interface WindowParts {
  readonly electron: Pick<typeof Electron, 'BrowserWindow' | 'screen'>;
  readonly desk: DeskFile;
  /** Absolute. */
  readonly preload: string;
  /** The person closed it; it is hidden by now. */
  readonly onHidden: () => void;
  /** It is in front, or no longer. */
  readonly onFocus: () => void;
  /** The document is gone, or another one takes its place. */
  readonly onPageGone: (why: string | null) => void;
  /** The page could not be loaded, or not to its end. */
  readonly onFault: (error: unknown) => void;
}

export interface DeskWindow {
  /** Null before the first show. */
  current(): Electron.BrowserWindow | null;
  show(): void;
  /** For a start in the background: there, and not seen. */
  prepare(): void;
  /** From now on closing closes. */
  letClose(): void;
}

export function makeDeskWindow(parts: WindowParts): DeskWindow {
  const { electron, desk } = parts;
  let window: Electron.BrowserWindow | null = null;
  let mayClose = false;

  function open(): Electron.BrowserWindow {
    const main = electron.screen.getPrimaryDisplay();
    const displays = [main, ...electron.screen.getAllDisplays()];
    const areas = displays.map(({ workArea }) => workArea);
    const { bounds, isMaximized } = fitPlace(desk.read().place, areas);
    const { x, y, width = LEAST_WIDTH, height = LEAST_HEIGHT } = bounds;
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
        spellcheck: false,
      },
    });
    if (x !== undefined && y !== undefined) opened.setPosition(x, y);
    if (isMaximized) opened.maximize();
    watch(opened);
    opened.loadURL(`${DESKTOP_ORIGIN}/`).catch(parts.onFault);
    return opened;
  }

  function watch(opened: Electron.BrowserWindow): void {
    const { webContents } = opened;
    opened.on('close', (event) => {
      if (mayClose) return;
      keepPlace(opened);
      event.preventDefault();
      opened.hide();
      parts.onHidden();
    });
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
      if (reason !== 'clean-exit' && reason !== 'killed') opened.reload();
    });
  }

  function keepPlace(opened: Electron.BrowserWindow): void {
    const place = { ...opened.getNormalBounds(), isMaximized: opened.isMaximized() };
    desk.change({ place });
  }

  return {
    current: () => window,
    prepare() {
      window ??= open();
    },
    show() {
      window ??= open();
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    letClose() {
      if (window !== null) keepPlace(window); // what is written later may not be whole
      mayClose = true;
    },
  };
}
