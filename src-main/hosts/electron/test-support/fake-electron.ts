/**
 * The part of Electron that the desktop host uses, without its binary: it records calls and lets a test act as the
 * person or the system.
 */
import { EventEmitter } from 'node:events';
import { parse } from 'node:path';
import type * as Electron from 'electron';
import { fakeFrame, playIpc } from './fake-ipc.ts';

type Menu = readonly Electron.MenuItemConstructorOptions[];

class FakeContents extends EventEmitter {
  readonly id: number;
  readonly sent: unknown[] = [];
  readonly dragged: unknown[] = [];
  windowOpen: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  constructor(id: number) {
    super();
    this.id = id;
  }
  isDestroyed = () => false;
  getURL = () => 'app://labseal/';
  send(_channel: string, message: unknown) {
    this.sent.push(structuredClone(message));
  }
  startDrag(item: unknown) {
    this.dragged.push(item);
  }
  setWindowOpenHandler(handler: FakeContents['windowOpen']) {
    this.windowOpen = handler;
  }
}

class FakeWindow extends EventEmitter {
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents: FakeContents;
  loaded: string[] = [];
  progress: number | null = null;
  is = { shown: false, focused: false, minimized: false, maximized: false };
  bounds = { x: 50, y: 60, width: 900, height: 700 };
  constructor(options: Electron.BrowserWindowConstructorOptions, contents: FakeContents) {
    super();
    this.options = options;
    this.webContents = contents;
  }
  loadURL = async (url: string) => void this.loaded.push(url);
  reload = () => void this.loaded.push('again');
  show = () => void (this.is = { ...this.is, shown: true });
  hide = () => void (this.is = { ...this.is, shown: false, focused: false });
  focus = () => void (this.is = { ...this.is, focused: true });
  restore = () => void (this.is = { ...this.is, minimized: false });
  maximize = () => void (this.is = { ...this.is, maximized: true });
  isVisible = () => this.is.shown;
  isFocused = () => this.is.focused;
  isMinimized = () => this.is.minimized;
  isMaximized = () => this.is.maximized;
  getNormalBounds = () => this.bounds;
  setPosition(x: number, y: number) {
    this.bounds = { ...this.bounds, x, y };
  }
  setProgressBar(share: number) {
    this.progress = share;
  }
  /** A person closes it. True: it is gone. */
  close(): boolean {
    const event = prevented();
    this.emit('close', event);
    if (!event.is()) this.emit('closed');
    return !event.is();
  }
}

/** Where no keychain is. */
class FakeUtilityProcess extends EventEmitter {
  postMessage = () => void setImmediate(() => this.emit('message', { kind: 'absent' }));
  kill = () => this.emit('exit', 0);
}

/** An event that can be prevented, and whether it was. */
export function prevented(more: object = {}) {
  let is = false;
  return { ...more, preventDefault: () => void (is = true), is: () => is };
}

export function playElectron(over: { buttons?: number[] } = {}) {
  const ipc = playIpc();
  const asked: string[] = [];
  const windows: FakeWindow[] = [];
  const notices: { body: string; closed: boolean; click: () => void }[] = [];
  const menus: { app: Menu; tray: Menu } = { app: [], tray: [] };
  const pictures: string[] = [];
  const buttons = [...(over.buttons ?? [])];
  const questions: Electron.MessageBoxOptions[] = [];
  const chosen: { paths: string[]; options: unknown[] } = { paths: [], options: [] };
  let handler: ((request: Request) => Promise<Response>) | null = null;
  const permission: Record<string, (...all: never[]) => unknown> = {};
  const login = { openAtLogin: false };

  const app = Object.assign(new EventEmitter(), {
    isPackaged: false,
    getVersion: () => '1.0.0',
    getLocale: () => 'en-GB',
    setPath: (name: string, to: string) => asked.push(`path ${name} ${to}`),
    setName: (name: string) => asked.push(`name ${name}`),
    setAppUserModelId: (id: string) => asked.push(`id ${id}`),
    enableSandbox: () => asked.push('sandbox'),
    requestSingleInstanceLock: (): boolean => true,
    setAsDefaultProtocolClient: (scheme: string) => asked.push(`client ${scheme}`),
    whenReady: async () => void asked.push('ready'),
    setBadgeCount: (count: number) => asked.push(`badge ${count}`),
    getLoginItemSettings: () => login,
    setLoginItemSettings: (wish: { openAtLogin: boolean }) => Object.assign(login, wish),
    exit: (code: number) => asked.push(`exit ${code}`),
    quit() {
      const event = prevented();
      app.emit('before-quit', event);
      if (!event.is()) asked.push('quit');
    },
  });
  const session = Object.assign(new EventEmitter(), {
    protocol: {
      handle: (scheme: string, answer: typeof handler) => {
        asked.push(`handle ${scheme}`);
        handler = answer;
      },
    },
    resolveProxy: async () => 'DIRECT',
    setPermissionRequestHandler: (given: never) => (permission['request'] = given),
    setPermissionCheckHandler: (given: never) => (permission['check'] = given),
    setDevicePermissionHandler: (given: never) => (permission['device'] = given),
    setDisplayMediaRequestHandler: (given: never) => (permission['display'] = given),
  });
  const electron = {
    app,
    session: { defaultSession: session },
    ipcMain: ipc.main,
    protocol: {
      registerSchemesAsPrivileged: (schemes: readonly unknown[]) =>
        asked.push(`schemes ${JSON.stringify(schemes)}`),
    },
    utilityProcess: {
      fork: (module: string) => {
        asked.push(`fork ${parse(module).name}`);
        return new FakeUtilityProcess();
      },
    },
    powerMonitor: Object.assign(new EventEmitter(), { isOnBatteryPower: () => false }),
    nativeTheme: { themeSource: 'system', shouldUseDarkColors: true },
    nativeImage: {
      createFromPath: (path: string) => {
        pictures.push(path);
        return { setTemplateImage: () => undefined };
      },
    },
    screen: {
      getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }),
      getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }],
    },
    shell: {
      openExternal: async (address: string) => void asked.push(`open ${address}`),
      showItemInFolder: (path: string) => asked.push(`reveal ${path}`),
    },
    dialog: {
      showErrorBox: (_title: string, text: string) => asked.push(`error ${text}`),
      showMessageBox: async (...said: readonly unknown[]) => {
        questions.push(said.at(-1) as Electron.MessageBoxOptions);
        return { response: buttons.shift() ?? -1 };
      },
      showOpenDialog: async (...said: readonly unknown[]) => {
        chosen.options.push(said.at(-1));
        return { filePaths: chosen.paths };
      },
    },
    Menu: {
      buildFromTemplate: (template: Menu) => template,
      setApplicationMenu: (template: Menu) => {
        menus.app = template;
      },
    },
    Tray: class {
      setImage = () => undefined;
      setToolTip = (text: string) => void asked.push(`tray ${text}`);
      setContextMenu = (template: Menu) => {
        menus.tray = template;
      };
    },
    Notification: class {
      readonly own: (typeof notices)[number];
      constructor({ body }: { body: string }) {
        this.own = { body, closed: false, click: () => undefined };
      }
      on(_event: 'click', click: () => void) {
        this.own.click = click;
      }
      show() {
        notices.push(this.own);
      }
      close() {
        this.own.closed = true;
      }
    },
    BrowserWindow: class extends FakeWindow {
      constructor(options: Electron.BrowserWindowConstructorOptions) {
        super(options, new FakeContents(windows.length + 1));
        windows.push(this);
        app.emit('web-contents-created', {}, this.webContents);
      }
    },
  };

  return {
    electron: electron as unknown as typeof Electron,
    app,
    session,
    power: electron.powerMonitor,
    theme: electron.nativeTheme,
    windows,
    asked,
    notices,
    menus,
    pictures,
    questions,
    chosen,
    permission,
    request: (url: string) => handler?.(new Request(url)),
    /** Speaks as our page does. */
    page: () =>
      ipc.renderer({
        sender: { id: windows.at(-1)?.webContents.id ?? 0 },
        senderFrame: fakeFrame(),
      }),
  };
}
