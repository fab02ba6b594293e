/**
 * The part of Electron that the desktop host uses, without its binary: it records calls and lets a test act as the
 * person or the system. It keeps Electron's contracts (electron.d.ts): what may be called before `ready` and what happens
 * to it, which calls need the arguments of others, and what a call does besides.
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
  readonly spelled: string[] = [];
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
  replaceMisspelling(text: string) {
    this.spelled.push(text);
  }
  showDefinitionForSelection = () => void this.spelled.push('look up');
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
  isFull = false;
  bounds = { x: 50, y: 60, width: 900, height: 700 };
  constructor(options: Electron.BrowserWindowConstructorOptions, contents: FakeContents) {
    super();
    this.options = options;
    this.webContents = contents;
  }
  loadURL = async (url: string) => void this.loaded.push(url);
  reload = () => void this.loaded.push('again');
  center = () => void (this.bounds = { ...this.bounds, x: 510, y: 140 });
  isFullScreen = () => this.isFull;
  /** It takes its time, and tells when it is done. */
  setFullScreen(isWanted: boolean) {
    setImmediate(() => {
      this.isFull = isWanted;
      this.emit(isWanted ? 'enter-full-screen' : 'leave-full-screen');
    });
  }
  show = () => void (this.is = { ...this.is, shown: true });
  hide = () => void (this.is = { ...this.is, shown: false, focused: false });
  focus = () => void (this.is = { ...this.is, focused: true });
  restore = () => void (this.is = { ...this.is, minimized: false });
  /** "This will also show (but not focus) the window." */
  maximize = () => void (this.is = { ...this.is, maximized: true, shown: true });
  isVisible = () => this.is.shown;
  isFocused = () => this.is.focused;
  isMinimized = () => this.is.minimized;
  isMaximized = () => this.is.maximized;
  getNormalBounds = () => this.bounds;
  setPosition(x: number, y: number) {
    this.bounds = { ...this.bounds, x, y };
  }
  setOverlayIcon = () => undefined;
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

interface Surroundings {
  readonly buttons?: number[];
  readonly platform?: NodeJS.Platform;
  readonly isPackaged?: boolean;
  /** False: as the program's entry meets it. */
  readonly isReady?: boolean;
}

type LoginArguments = { readonly args?: readonly string[] } | undefined;

export function playElectron(over: Surroundings = {}) {
  const { platform = 'linux', isPackaged = false } = over;
  let isReady = over.isReady ?? true;
  const ready = Promise.withResolvers<void>();
  if (isReady) ready.resolve();
  const onlyReady = (what: string) => {
    if (!isReady) throw new Error(`${what} cannot be used before the app is ready`);
  };
  const ipc = playIpc();
  const asked: string[] = [];
  const windows: FakeWindow[] = [];
  const notices: { body: string; closed: boolean; click: () => void }[] = [];
  const menus: { app: Menu; tray: Menu; popped: Menu[] } = { app: [], tray: [], popped: [] };
  const trays: EventEmitter[] = [];
  const pictures: string[] = [];
  const buttons = [...(over.buttons ?? [])];
  const questions: Electron.MessageBoxOptions[] = [];
  const chosen: { paths: string[]; options: unknown[] } = { paths: [], options: [] };
  let handler: ((request: Request) => Promise<Response>) | null = null;
  const permission: Record<string, (...all: never[]) => unknown> = {};
  /** Of the system: the arguments of each entry. macOS keeps none. */
  const login = { items: [] as (readonly string[])[], wasOpened: false };
  const argumentsOf = (said: LoginArguments) => (platform === 'win32' ? (said?.args ?? []) : []);

  const app = Object.assign(new EventEmitter(), {
    isPackaged,
    getVersion: () => '1.0.0',
    getLocale: () => (isReady ? 'en-GB' : ''),
    getPath: (name: string) =>
      name === 'exe' ? '/opt/Labseal/labseal-desktop' : `/home/r/.config/${name}`,
    setPath: (name: string, to: string) => asked.push(`path ${name} ${to}`),
    setName: (name: string) => asked.push(`name ${name}`),
    setAppUserModelId: (id: string) => asked.push(`id ${id}`),
    enableSandbox: () => asked.push('sandbox'),
    requestSingleInstanceLock: (): boolean => true,
    setAsDefaultProtocolClient: (scheme: string) => asked.push(`client ${scheme}`),
    whenReady: () => {
      asked.push('when ready');
      return ready.promise;
    },
    setBadgeCount: (count: number) => asked.push(`badge ${count}`),
    /** "If you provided args to setLoginItemSettings, then you need to pass the same arguments here." */
    getLoginItemSettings: (said?: LoginArguments) => ({
      openAtLogin: login.items.some((args) => args.join('\n') === argumentsOf(said).join('\n')),
      wasOpenedAtLogin: platform === 'darwin' && login.wasOpened,
    }),
    setLoginItemSettings({ openAtLogin, ...said }: { openAtLogin: boolean; args?: string[] }) {
      login.items = openAtLogin ? [argumentsOf(said)] : [];
    },
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
    setSpellCheckerEnabled: (isOn: boolean) => asked.push(`spelling ${isOn}`),
    resolveProxy: async () => 'DIRECT',
    setPermissionRequestHandler: (given: never) => (permission['request'] = given),
    setPermissionCheckHandler: (given: never) => (permission['check'] = given),
    setDevicePermissionHandler: (given: never) => (permission['device'] = given),
    setDisplayMediaRequestHandler: (given: never) => (permission['display'] = given),
  });
  const screens = [{ x: 0, y: 0, width: 1_920, height: 1_080 }];
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
        onlyReady('utilityProcess');
        asked.push(`fork ${parse(module).name}`);
        return new FakeUtilityProcess();
      },
    },
    powerMonitor: Object.assign(new EventEmitter(), { isOnBatteryPower: () => false }),
    nativeTheme: Object.assign(new EventEmitter(), {
      themeSource: 'system',
      shouldUseDarkColors: true,
      shouldUseDarkColorsForSystemIntegratedUI: false,
    }),
    nativeImage: {
      createFromPath: (path: string) => {
        pictures.push(path);
        return { setTemplateImage: () => undefined };
      },
    },
    screen: {
      getPrimaryDisplay: () => ({ workArea: screens[0] }),
      getAllDisplays: () => screens.map((workArea) => ({ workArea })),
    },
    shell: {
      openExternal: async (address: string) => void asked.push(`open ${address}`),
      showItemInFolder: (path: string) => asked.push(`reveal ${path}`),
    },
    dialog: {
      /** "If called before the app ready event on Linux, the message will be emitted to stderr." */
      showErrorBox: (_title: string, text: string) =>
        asked.push(`${isReady || platform !== 'linux' ? 'error' : 'stderr'} ${text}`),
      showMessageBox: async (...said: readonly unknown[]) => {
        onlyReady('dialog');
        questions.push(said.at(-1) as Electron.MessageBoxOptions);
        return { response: buttons.shift() ?? -1 };
      },
      showOpenDialog: async (...said: readonly unknown[]) => {
        onlyReady('dialog');
        chosen.options.push(said.at(-1));
        return { filePaths: chosen.paths };
      },
    },
    Menu: {
      buildFromTemplate: (template: Menu) =>
        Object.assign([...template], { popup: () => menus.popped.push(template) }),
      setApplicationMenu: (template: Menu) => {
        menus.app = template;
      },
    },
    Tray: class extends EventEmitter {
      constructor() {
        super();
        trays.push(this);
      }
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
    login,
    trays,
    /** What the entry had to say before is said. */
    becomeReady: () => {
      isReady = true;
      ready.resolve();
    },
    session,
    screens,
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
