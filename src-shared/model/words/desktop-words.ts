/** What is said outside the page of the desktop app: tray, menus, dialogs, notices. One catalog per language. */
import type { MenuName } from '../../bridge/desktop-calls.ts';
import type { HealthItem } from '../status/health.ts';
import type { NoticeKind } from '../status/notices.ts';

/** Of the status bar as well. */
export interface DoingWords {
  readonly sending: (files: number) => string;
  readonly checking: (files: number) => string;
  readonly preparing: (files: number) => string;
  readonly approved: (files: number) => string;
  readonly cutOff: (files: number) => string;
  readonly paused: (files: number) => string;
  readonly awaiting: (files: number) => string;
  readonly waiting: (files: number) => string;
  /** Files need a person's decision, and nothing else goes on: how many is said beside it. */
  readonly asking: (files: number) => string;
  readonly changes: (changes: number) => string;
  readonly idle: string;
}

export interface TrayWords {
  readonly doing: DoingWords;
  readonly health: (item: HealthItem) => string;
  readonly signedOut: string;
  /** Until what is on its way is sent, in ms. */
  readonly timeLeft: (ms: number) => string;
  readonly needYou: (count: number) => string;
  readonly credits: (credits: {
    readonly balance: number;
    readonly awaitingFiles: number;
    readonly awaitingCredits: number;
  }) => string;
  readonly open: string;
  readonly signIn: string;
  readonly verify: string;
  readonly addFiles: string;
  readonly pause: string;
  readonly pauseAfter: string;
  readonly pauseNow: string;
  readonly until: Readonly<Record<'hour' | 'tomorrow' | 'resumed', string>>;
  readonly resume: string;
  readonly lastProofs: string;
  readonly settings: string;
  readonly quit: string;
}

/** Standard entries of menus, which the system carries out. */
const MENU_ROLES = [
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'selectAll',
  'about',
  'services',
  'hide',
  'hideOthers',
  'unhide',
  'minimize',
  'zoom',
  'front',
  'close',
  'togglefullscreen',
  'resetZoom',
  'zoomIn',
  'zoomOut',
] as const;
export type MenuRole = (typeof MENU_ROLES)[number];

/** A question of the system's own dialog: what it is about, and its buttons, the safest last. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

export interface DesktopWords {
  readonly tray: TrayWords;
  readonly menus: Readonly<Record<MenuName | 'window', string>>;
  readonly roles: Readonly<Record<MenuRole, string>>;
  /** In the dictionary of the system. */
  readonly lookUp: (text: string) => string;
  readonly notices: Readonly<Record<NoticeKind, (count: number) => string>>;
  /** Said once, when the window is closed for the first time. */
  readonly goesOn: string;
  /** Finish then quit, quit now, cancel. */
  readonly quitWithUploads: (uploads: { readonly all: number; readonly goOn: number }) => Question;
  /** Install now, later. */
  readonly updateReady: (version: string) => Question;
  /** Of an update while uploads run: install when they are done, later. */
  readonly updateWithUploads: (uploads: { readonly all: number }) => Question;
  /** Open it in the browser, quit. */
  readonly runsElsewhere: Question;
  /** Quit. */
  readonly cannotStart: (reason: string) => Question;
  readonly mistake: (logId: string) => Question;
  /** It was started without a protection; quit. `appImage`: the file whose launcher did so because of the system, as a word of a shell. */
  readonly weakened: (start: {
    readonly name: string;
    readonly appImage: string | null;
  }) => Question;
  /** A menu entry. */
  readonly installCommand: string;
  readonly commandInstalled: Question;
  /** `line`: to be copied into a terminal. */
  readonly commandByHand: (line: string) => Question;
  /** Something else has that name already. */
  readonly commandTaken: (file: string) => Question;
  /** Of a page that ends again and again: reload, diagnostics, later. */
  readonly pageEnds: Question;
}
