/** What the desktop app says outside its page, in English: tray, menus, dialogs, notices. */
import type { MenuName } from '../../../bridge/desktop-calls.ts';
import type { HealthItem } from '../../status/health.ts';
import type { NoticeKind } from '../../status/notices.ts';
import { counted, creditText, durationText, fileText, integer, pluralForm } from './figures.ts';
import { healthLabel } from './health.ts';

const waits = (count: number, what: string) =>
  `${fileText(count)} ${pluralForm(count, 'waits', 'wait')} for ${what}`;
const uploads = (count: number) => counted(count, 'upload', 'uploads');

/** A question of the system's own dialog: what it is about, and its buttons, the safest last. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

type Doing =
  | 'sending'
  | 'checking'
  | 'preparing'
  | 'settling'
  | 'approved'
  | 'cutOff'
  | 'signIn'
  | 'folder'
  | 'paused'
  | 'awaiting'
  | 'waiting'
  | 'asking'
  | 'changes';

/** Of the status bar as well. */
export type DoingWords = Readonly<Record<Doing, (count: number) => string> & { idle: string }>;

export const doingWords: DoingWords = {
  sending: (count) => `Sending ${fileText(count)}`,
  checking: (count) => `Checking ${fileText(count)}`,
  preparing: (count) => `Preparing ${fileText(count)}`,
  settling: (count) => `Waiting until ${fileText(count)} ${pluralForm(count, 'is', 'are')} saved`,
  approved: (count) => `${fileText(count)} approved`,
  cutOff: (count) => waits(count, 'the service'),
  signIn: (count) =>
    count === 0 ? 'Nothing is sent until you sign in' : waits(count, 'you to sign in'),
  folder: (count) => waits(count, pluralForm(count, 'its folder', 'their folder')),
  paused: (count) =>
    count === 0 ? 'Uploads are paused' : `Uploads are paused, ${fileText(count)} wait`,
  awaiting: (count) => waits(count, 'your approval'),
  waiting: (count) => `${fileText(count)} ${pluralForm(count, 'waits', 'wait')}`,
  /** Files need a person's decision, and nothing else goes on: how many is said beside it. */
  asking: () => 'Nothing is being sent',
  changes: (count) => `${counted(count, 'change waits', 'changes wait')} in the outbox`,
  idle: 'Nothing is waiting',
};

export const noticeWords: Readonly<Record<NoticeKind, (count: number) => string>> = {
  notarized: (count) => `${counted(count, 'file was', 'files were')} notarized.`,
  'needs-you': (count) => `${counted(count, 'file needs', 'files need')} attention.`,
  'signed-out': (count) => `You are signed out; ${counted(count, 'file waits', 'files wait')}.`,
  credits: (count) => `${counted(count, 'file waits', 'files wait')} for credits or a budget.`,
  refused: (count) => `${counted(count, 'change needs', 'changes need')} attention.`,
};

interface Running {
  readonly all: number;
  readonly goOn: number;
}

function fate({ all, goOn }: Running): string {
  const anew = all - goOn;
  const parts = [
    ...(goOn === 0
      ? []
      : [`${goOn} will continue where ${pluralForm(goOn, 'it', 'they')} stopped`]),
    ...(anew === 0 ? [] : [`${anew} ${pluralForm(anew, 'starts', 'start')} again from 0`]),
  ];
  return `If you quit now, ${parts.join(', ')}. Nothing is paid for twice.`;
}

export const desktopWords = {
  tray: {
    doing: doingWords,
    health: (item: HealthItem) => healthLabel(item),
    /** Until what is on its way is sent, in ms. */
    timeLeft: (ms: number) => `about ${durationText(ms)}`,
    signedOut: 'Signed out – sign in to go on',
    needYou: (count: number) =>
      pluralForm(count, '1 needs attention', `${integer(count)} need attention`),
    credits: ({
      balance,
      awaitingFiles,
      awaitingCredits,
    }: Readonly<Record<'balance' | 'awaitingFiles' | 'awaitingCredits', number>>) => {
      const has = creditText(balance);
      if (awaitingFiles === 0) return has;
      return `${has} (about ${integer(awaitingCredits)} await your approval)`;
    },
    open: 'Open Labseal',
    signIn: 'Sign in…',
    verify: 'Verify a file…',
    addFiles: 'Add files…',
    pause: 'Pause uploads',
    pauseAfter: 'After the current files',
    pauseNow: 'Stop now',
    until: { hour: 'For 1 hour', tomorrow: 'Until tomorrow', resumed: 'Until I resume' },
    resume: 'Resume uploads',
    lastProofs: 'Last notarized',
    settings: 'Settings…',
    quit: 'Quit Labseal',
  },
  menus: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    project: 'Project',
    transfers: 'Transfers',
    window: 'Window',
    help: 'Help',
  } satisfies Readonly<Record<MenuName | 'window', string>>,
  /** Standard entries of menus, which the system carries out. */
  roles: {
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    about: 'About Labseal',
    services: 'Services',
    hide: 'Hide Labseal',
    hideOthers: 'Hide others',
    unhide: 'Show all',
    minimize: 'Minimise',
    zoom: 'Zoom',
    front: 'Bring all to front',
    close: 'Close window',
    togglefullscreen: 'Full screen',
    resetZoom: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
  },
  /** In the dictionary of the system. */
  lookUp: (text: string) => `Look up “${text}”`,
  notices: noticeWords,
  /** Said once, when the window is closed for the first time. */
  goesOn:
    'Labseal goes on in the background. Its icon beside the clock opens it again, and quits it.',
  /** Finish then quit, quit now, cancel. */
  quitWithUploads: ({ all, goOn }: Running): Question => ({
    message: `${uploads(all)} ${pluralForm(all, 'is', 'are')} running.`,
    detail: fate({ all, goOn }),
    buttons: ['Finish, then quit', 'Quit now', 'Cancel'],
  }),
  updateReady: (version: string): Question => ({
    message: `Labseal ${version} is ready.`,
    detail:
      'Labseal closes, is replaced and starts again. Your files, queue and certificates stay.',
    buttons: ['Install and start again', 'Later'],
  }),
  /** Of an update while uploads run. */
  updateWithUploads: ({ all }: Pick<Running, 'all'>): Question => ({
    message: `${uploads(all)} ${pluralForm(all, 'is', 'are')} running.`,
    detail:
      'An upload is never cut off for a new version. It can be installed when nothing is being sent.',
    buttons: ['OK'],
  }),
  runsElsewhere: {
    message: 'Labseal is running on this computer already.',
    detail:
      'A terminal or a browser page has its data open, and two at once could pay twice. Go on there, or end it and start this window again.',
    buttons: ['Open it in the browser', 'Quit'],
  },
  cannotStart: (reason: string): Question => ({
    message: 'Labseal cannot start.',
    detail: reason,
    buttons: ['Quit'],
  }),
  mistake: (logId: string): Question => ({
    message: 'Labseal made a mistake and stopped.',
    detail: `Nothing is lost. Start it again; if it happens again, report it with the number ${logId}.`,
    buttons: ['Quit'],
  }),
  /** A menu entry. */
  installCommand: 'Install the command line…',
  commandInstalled: {
    message: 'The command line is installed.',
    detail: 'Open a new terminal and type: labseal status',
    buttons: ['OK'],
  },
  /** `line`: to be copied into a terminal. */
  commandByHand: (line: string): Question => ({
    message: 'The command line is installed in a terminal.',
    detail: `Copy this line into a terminal; it asks for the password of an administrator:\n\n${line}`,
    buttons: ['OK'],
  }),
  /** Something else has that name already. */
  commandTaken: (file: string): Question => ({
    message: 'Another command has that name already.',
    detail: `${file} was not made by this program and stays as it is. Rename or remove it, then choose this again.`,
    buttons: ['OK'],
  }),
  /** It was started without a protection. `appImage`: the file whose launcher did so because of the system, as a word of a shell. */
  weakened: ({
    name,
    appImage,
  }: {
    readonly name: string;
    readonly appImage: string | null;
  }): Question => ({
    message: 'Labseal does not start without its protection.',
    detail:
      appImage !== null
        ? `This computer does not let an AppImage shut its window off from the rest of the system, so it was started with ${name}. Install the .deb package, which may do that, or use Labseal in your browser with this line in a terminal:\n\n${appImage} --labseal-command -- serve --open`
        : `It was started with ${name}, which takes a protection away. Start it without that.`,
    buttons: ['Quit'],
  }),
  /** Of a page that ends again and again. */
  pageEnds: {
    message: 'The page of Labseal ends again and again.',
    detail:
      'Uploads go on. Load the page again; if it ends once more, send the diagnostics to support.',
    buttons: ['Reload', 'Diagnostics', 'Later'],
  },
};
export type DesktopWords = typeof desktopWords;
export type TrayWords = DesktopWords['tray'];
export type MenuRole = keyof DesktopWords['roles'];
