/**
 * The contents of the tray or menu bar: one icon, one sentence, one menu. Made from the same counts and health that
 * every face shows, so that it cannot contradict them. Pure; the caller supplies the texts.
 */
import type { AccountStatus } from './account-status.ts';
import type { HealthItem } from './health.ts';
import { type InboxItem, inboxOf } from './inbox.ts';
import type { Wait, PauseMode } from '../files/queue-view.ts';
import type { SessionState } from '../people/session-view.ts';
import { doingText, whatIsDone } from './current-activity.ts';
import type { TrayWords } from '../words/en/desktop.ts';

/** Distinguished by their outline, without any colour. */
export const TRAY_SHAPES = ['idle', 'syncing', 'needs-you', 'paused', 'offline'] as const;
export type TrayShape = (typeof TRAY_SHAPES)[number];

export interface TrayFacts {
  readonly session: SessionState;
  readonly account: AccountStatus | null;
  readonly waits: readonly Wait[];
  readonly health: readonly HealthItem[];
  /** Until what is on its way is sent, in ms; null while that is not known. */
  readonly leftMs: number | null;
  /** Null while it is not known. */
  readonly credits: {
    readonly balance: number;
    readonly awaitingFiles: number;
    readonly awaitingCredits: number;
  } | null;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  /** The latest first. */
  readonly proofs: readonly {
    readonly fileId: string;
    readonly projectId: string;
    readonly name: string;
  }[];
}

export type PauseEnd = 'hour' | 'tomorrow' | 'resumed';

export type TrayAction =
  /** Shows the window; `path` null: where it was. */
  | { readonly kind: 'show'; readonly path: string | null }
  | { readonly kind: 'pause'; readonly mode: PauseMode; readonly until: PauseEnd }
  | { readonly kind: 'resume' }
  | { readonly kind: 'quit' };

export type TrayItem =
  | { readonly kind: 'line' }
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'action'; readonly label: string; readonly action: TrayAction }
  | { readonly kind: 'more'; readonly label: string; readonly items: readonly TrayItem[] };

export interface TrayView {
  readonly shape: TrayShape;
  /** Of the status bar too. */
  readonly sentence: string;
  /** What needs attention, as the page counts it: the number at the icon of the program. */
  readonly needYou: number;
  readonly items: readonly TrayItem[];
}

/** Nobody is signed in who was. */
const WITHOUT_SESSION: ReadonlySet<HealthItem['code']> = new Set([
  'signed-out',
  'session-withheld',
]);
const AWAY: ReadonlySet<HealthItem['code']> = new Set([
  'offline',
  'server-down',
  'account-refused',
  ...WITHOUT_SESSION,
]);
const MOST_NAMES = 5;
const MOST_PROJECTS = 12;

export function trayView(facts: TrayFacts, words: TrayWords): TrayView {
  const { count: needYou } = inboxOf(facts);
  const sentence = sentenceOf(facts, words);
  return {
    shape: shapeOf(facts),
    sentence,
    needYou,
    items: items(facts, words, needYou, sentence),
  };
}

/** What asks for a person goes before everything; up to date is said only of what was looked at to the end. */
function shapeOf(facts: TrayFacts): TrayShape {
  const { session, account, waits, health } = facts;
  const codes = new Set(health.map(({ code }) => code));
  if (inboxOf(facts).items.some(isTold)) return 'needs-you';
  if (session.state !== 'signed-in' || [...AWAY].some((code) => codes.has(code))) return 'offline';
  const doing = whatIsDone({ account, waits, health: [] }).kind;
  if (doing === 'paused') return 'paused';
  const isLookedAt = (account?.folders ?? []).every(({ lastScanAtMs }) => lastScanAtMs !== null);
  return doing === 'idle' && isLookedAt ? 'idle' : 'syncing';
}

/** A session that is missed has a shape of its own. */
function isTold(item: InboxItem): boolean {
  return item.kind !== 'warning' || !WITHOUT_SESSION.has(item.warning.code);
}

function sentenceOf(
  { session, account, waits, health, leftMs }: TrayFacts,
  words: TrayWords,
): string {
  if (session.state === 'signed-out') return words.signedOut;
  const [first] = health;
  if (first !== undefined && (first.code === 'engine-stopped' || WITHOUT_SESSION.has(first.code)))
    return words.health(first);
  const away = health.find(({ code }) => AWAY.has(code));
  const doing = whatIsDone({ account, waits, health });
  const rest = away === undefined ? '' : ` · ${words.health(away)}`;
  const time = doing.kind === 'sending' && leftMs !== null ? ` – ${words.timeLeft(leftMs)}` : '';
  return doingText(doing, words.doing) + time + rest;
}

function items(
  facts: TrayFacts,
  words: TrayWords,
  needYou: number,
  sentence: string,
): readonly TrayItem[] {
  const { session, credits, projects, proofs, waits } = facts;
  const line: TrayItem = { kind: 'line' };
  const quit: TrayItem = { kind: 'action', label: words.quit, action: { kind: 'quit' } };
  const head: TrayItem = { kind: 'text', label: sentence };
  const open = show(words.open, null);
  if (session.state === 'signed-out') {
    return [head, line, open, show(words.signIn, '/sign-in'), line, quit];
  }
  const missed = session.state === 'signed-in' ? [] : [show(words.signIn, '/sign-in')];
  const asking = needYou === 0 ? [] : [show(words.needYou(needYou), '/activity?view=needs-you')];
  const money = credits === null ? [] : [show(words.credits(credits), '/credits')];
  const last = proofs.slice(0, MOST_NAMES).map(({ fileId, projectId, name }) => {
    const [project, file] = [projectId, fileId].map(encodeURIComponent);
    return show(name, `/projects/${project}/files/${file}/certificate`);
  });
  const add = projects
    .slice(0, MOST_PROJECTS)
    .map(({ id, name }) => show(name, `/projects/${encodeURIComponent(id)}/add`));
  return [
    head,
    ...missed,
    ...asking,
    ...money,
    line,
    open,
    show(words.verify, '/verify'),
    ...(add.length === 0 ? [] : [more(words.addFiles, add)]),
    line,
    waits.some(({ cause }) => cause === 'paused')
      ? { kind: 'action', label: words.resume, action: { kind: 'resume' } }
      : more(words.pause, [
          more(words.pauseAfter, pauses('after-current', words)),
          more(words.pauseNow, pauses('now', words)),
        ]),
    line,
    ...(last.length === 0 ? [] : [more(words.lastProofs, last)]),
    show(words.settings, '/settings'),
    quit,
  ];
}

function more(label: string, entries: readonly TrayItem[]): TrayItem {
  return { kind: 'more', label, items: entries };
}

function pauses(mode: PauseMode, words: TrayWords): readonly TrayItem[] {
  return (['hour', 'tomorrow', 'resumed'] as const).map((until) => ({
    kind: 'action',
    label: words.until[until],
    action: { kind: 'pause', mode, until },
  }));
}

function show(label: string, path: string | null): TrayItem {
  return { kind: 'action', label, action: { kind: 'show', path } };
}
