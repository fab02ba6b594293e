/**
 * The health of Labseal itself, evaluated once for every face: the banner, the status bar and `labseal status` cannot
 * disagree. Pure. It holds codes and figures; the texts are in `words`. Files that need a person do not affect health.
 */
import type { AccountStatus } from './account-status.ts';
import { presentCounts } from './current-activity.ts';
import type { CoreFault } from './core-fault.ts';
import type { HoldReason } from '../files/file-state.ts';
import type { PaidTwiceSum } from '../money/credit-views.ts';
import type { DriveTrouble } from '../files/read-trouble.ts';
import type { FolderTrouble } from '../folders/folder-rules.ts';
import type { Wait } from '../files/queue-view.ts';
import type { SessionState, Withheld } from '../people/session-view.ts';
import { isClockWrong } from './wrong-clock.ts';
import { type UnavailableCause, type ServiceContact, UNKNOWN_CONTACT } from './service-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../text/time.ts';

/** In order of weight. */
const SEVERITIES = ['blocking', 'attention', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type HealthItem =
  /** The core does not answer the face that asks. */
  | { readonly code: 'host-lost' }
  /** The engine cannot continue automatically. */
  | { readonly code: 'engine-stopped'; readonly fault: CoreFault; readonly retryAtMs: number }
  | Away
  /** It was away and can be reached again; what waited is sent by then. */
  | { readonly code: 'service-back'; readonly files: number; readonly untilMs: number }
  | { readonly code: 'signed-out'; readonly files: number }
  /** The service refuses the account whatever is asked: it may be suspended. */
  | {
      readonly code: 'account-refused';
      readonly serviceSays: string;
      readonly sinceMs: number;
      readonly files: number;
    }
  /** The session did not end: its token cannot be had now, and is asked for again. */
  | { readonly code: 'session-withheld'; readonly files: number; readonly why: Withheld }
  /** Before the queue can be done. */
  | { readonly code: 'session-ends-soon'; readonly atMs: number; readonly files: number }
  | { readonly code: 'credits-short'; readonly files: number }
  | { readonly code: 'budget-reached'; readonly files: number }
  | {
      readonly code: 'folder-trouble';
      readonly folderId: string;
      readonly path: string;
      readonly projectId: string;
      readonly trouble: FolderTrouble;
    }
  /** A drive within a folder is not connected, or another one is in its place. */
  | {
      readonly code: 'drive-trouble';
      readonly folderId: string;
      /** Where it belongs; absolute. */
      readonly path: string;
      readonly projectId: string;
      readonly trouble: DriveTrouble;
    }
  /** An audit found notarized files whose bytes differ although size and modification time are unchanged. */
  | {
      readonly code: 'silent-change';
      readonly files: number;
      readonly runId: string;
      readonly path: string;
    }
  /** Files were charged more than once, by the service or through another computer: nobody can take that back here. */
  | ({ readonly code: 'paid-twice' } & PaidTwiceSum)
  /** The service does not give the certificates of recorded files. */
  | { readonly code: 'certificates-missing'; readonly certificates: number }
  /** Projects, invitations or deletions whose end a person has to look at. */
  | { readonly code: 'changes-need-you'; readonly changes: number }
  /** The system allows no more watches; the rest is polled. */
  | { readonly code: 'watch-limit' }
  /** This computer's clock is far from the service's; negative: behind it. */
  | { readonly code: 'clock-wrong'; readonly aheadMs: number }
  /** What was paid earlier may be missing from this computer's records. */
  | { readonly code: 'history-incomplete' }
  /** An update can be installed, when the person wants it. */
  | { readonly code: 'update-ready'; readonly version: string };

/** The service does not answer, or not as it should. */
interface Away {
  readonly code: 'offline' | 'server-down';
  /** Null: something came back, but not what the service says. */
  readonly why: UnavailableCause | null;
  readonly files: number;
  readonly untilMs: number | null;
}

export type HealthCode = HealthItem['code'];

const AWAY: ReadonlySet<HealthCode> = new Set(['offline', 'server-down']);

/** What says that the service cannot be reached; null when it can, as far as is known. */
export function awayIn(health: readonly HealthItem[]): HealthItem | null {
  return health.find(({ code }) => AWAY.has(code)) ?? null;
}

interface HealthTraits {
  readonly severity: Severity;
  /** How long it must last before it is shown: a problem that resolves itself in a moment is not reported. */
  readonly visibleAfterMs: number;
  /** Says nothing new while one of these is true. */
  readonly hiddenBy: readonly HealthCode[];
}

// A wait that ends in a moment is not reported, and nothing stays unsaid for three seconds.
const MOMENT_MS = 1.5 * SECOND_MS;
const AT_ONCE = { visibleAfterMs: 0, hiddenBy: ['host-lost'] } as const;

const TRAITS: Readonly<Record<HealthCode, HealthTraits>> = {
  'host-lost': { severity: 'blocking', visibleAfterMs: 0, hiddenBy: [] },
  'engine-stopped': { ...AT_ONCE, severity: 'blocking' },
  offline: { severity: 'attention', visibleAfterMs: MOMENT_MS, hiddenBy: ['host-lost'] },
  'server-down': {
    severity: 'attention',
    visibleAfterMs: MOMENT_MS,
    hiddenBy: ['host-lost', 'offline'],
  },
  'service-back': {
    severity: 'info',
    visibleAfterMs: MOMENT_MS,
    hiddenBy: ['host-lost', 'offline'],
  },
  'signed-out': { severity: 'blocking', visibleAfterMs: 0, hiddenBy: ['host-lost', 'offline'] },
  'account-refused': {
    severity: 'blocking',
    visibleAfterMs: 0,
    hiddenBy: ['host-lost', 'offline', 'signed-out'],
  },
  'session-withheld': {
    severity: 'blocking',
    visibleAfterMs: 0,
    hiddenBy: ['host-lost', 'offline'],
  },
  'session-ends-soon': { ...AT_ONCE, severity: 'attention' },
  'credits-short': { ...AT_ONCE, severity: 'attention' },
  'budget-reached': { ...AT_ONCE, severity: 'attention' },
  'folder-trouble': { ...AT_ONCE, severity: 'attention' },
  'drive-trouble': { ...AT_ONCE, severity: 'attention' },
  'silent-change': { ...AT_ONCE, severity: 'attention' },
  'paid-twice': { ...AT_ONCE, severity: 'attention' },
  'certificates-missing': { ...AT_ONCE, severity: 'attention' },
  'changes-need-you': { ...AT_ONCE, severity: 'attention' },
  'clock-wrong': { ...AT_ONCE, severity: 'attention' },
  'watch-limit': { ...AT_ONCE, severity: 'info' },
  'history-incomplete': { ...AT_ONCE, severity: 'info' },
  'update-ready': { ...AT_ONCE, severity: 'info' },
};

export function healthSeverity(code: HealthCode): Severity {
  return TRAITS[code].severity;
}

/** The input. A face without an engine of its own sets it as not stopped. */
export interface HealthFacts {
  readonly isHostLost: boolean;
  readonly stopped: { readonly fault: CoreFault; readonly retryAtMs: number } | null;
  /** The system's code; null when everything is watched. */
  readonly watchTrouble: string | null;
  readonly session: SessionState;
  readonly account: AccountStatus | null;
  readonly waits: readonly Wait[];
  /** Absent for a face without an engine. */
  readonly contact?: ServiceContact;
  /** This computer's clock minus the service's; null or absent: not known. */
  readonly clockAheadMs?: number | null;
  /** A version that could be installed now; null or absent: none. */
  readonly update?: string | null;
}

const WARNED_BEFORE_MS = 15 * MINUTE_MS;
const STILL_TO_GO: ReadonlySet<string> = new Set(['checking', 'ready', 'uploading']);

/** The heaviest first; within one severity in the order of the codes above. */
export function evaluateHealth(facts: HealthFacts, nowMs: number): readonly HealthItem[] {
  const found = allTrue(facts, nowMs);
  const codes = new Set(found.map(({ item }) => item.code));
  return found
    .filter(({ item, sinceMs }) => {
      const { visibleAfterMs, hiddenBy } = TRAITS[item.code];
      if (hiddenBy.some((code) => codes.has(code))) return false;
      return sinceMs === null || nowMs - sinceMs >= visibleAfterMs;
    })
    .map(({ item }) => item)
    .toSorted((a, b) => weight(a) - weight(b));
}

function weight({ code }: HealthItem): number {
  return SEVERITIES.indexOf(TRAITS[code].severity);
}

interface Found {
  readonly item: HealthItem;
  /** Null: the start is unknown, so it is shown at once. */
  readonly sinceMs: number | null;
}

function allTrue(facts: HealthFacts, nowMs: number): readonly Found[] {
  const { stopped, watchTrouble, session, account, update = null } = facts;
  const { contact = UNKNOWN_CONTACT } = facts;
  const found: Found[] = [];
  const tell = (item: HealthItem, sinceMs: number | null = null) => found.push({ item, sinceMs });

  if (facts.isHostLost) tell({ code: 'host-lost' });
  if (stopped !== null) tell({ code: 'engine-stopped', ...stopped });
  if (contact.kind === 'away') {
    const wait = longestWait(facts.waits, 'offline');
    const { files, untilMs } = wait ?? { files: 0, untilMs: null };
    tell({ code: 'offline', why: wait?.why ?? contact.why, files, untilMs });
  }
  for (const [code, cause] of [
    ['offline', 'offline'],
    ['server-down', 'server'],
  ] as const) {
    const wait = longestWait(facts.waits, cause);
    if (wait === null || (cause === 'offline' && contact.kind === 'away')) continue;
    if (session.state === 'ended') continue; // an old wait: nothing is tried before somebody signs in
    const { files, untilMs, sinceMs, why } = wait;
    const isBack = cause === 'offline' && contact.kind === 'back' && contact.sinceMs >= sinceMs;
    if (!isBack) tell({ code, why, files, untilMs }, sinceMs);
    else if (untilMs !== null) tell({ code: 'service-back', files, untilMs }, contact.sinceMs);
  }
  if (session.state === 'ended') {
    tell({ code: 'signed-out', files: filesHeld(account, 'signed_out') + toGo(account) });
  }
  if (contact.kind === 'refusing') {
    const { serviceSays, sinceMs } = contact;
    tell({ code: 'account-refused', serviceSays, sinceMs, files: toGo(account) });
  }
  if (session.state === 'withheld') {
    const files = filesHeld(account, 'signed_out') + toGo(account);
    tell({ code: 'session-withheld', files, why: session.why });
  }
  if (session.state === 'signed-in') {
    const files = toGo(account);
    const isSoon = session.expiresAtMs - nowMs <= WARNED_BEFORE_MS;
    if (isSoon && files > 0) tell({ code: 'session-ends-soon', atMs: session.expiresAtMs, files });
  }
  const short = filesHeld(account, 'credits');
  if (short > 0) tell({ code: 'credits-short', files: short });
  const over = filesHeld(account, 'budget');
  if (over > 0) tell({ code: 'budget-reached', files: over });
  for (const { id: folderId, path, projectId, trouble, drives } of account?.folders ?? []) {
    if (trouble !== null) tell({ code: 'folder-trouble', folderId, path, projectId, trouble });
    for (const drive of drives) {
      const at = { path: `${path}/${drive.path}`, trouble: drive.trouble };
      tell({ code: 'drive-trouble', folderId, projectId, ...at });
    }
  }
  const silent = account?.silentChanges ?? null;
  if (silent !== null) {
    const { files, runId, root: path } = silent;
    tell({ code: 'silent-change', files, runId, path });
  }
  const twice = account?.paidTwice ?? null;
  if (twice !== null) tell({ code: 'paid-twice', ...twice });
  const certificates = account?.missingCertificates ?? 0;
  if (certificates > 0) tell({ code: 'certificates-missing', certificates });
  const changes = account?.changes.needYou ?? 0;
  if (changes > 0) tell({ code: 'changes-need-you', changes });
  const { clockAheadMs = null } = facts;
  if (isClockWrong(clockAheadMs)) tell({ code: 'clock-wrong', aheadMs: clockAheadMs });
  const isLimited = account?.folders.some(({ isWatchLimited }) => isWatchLimited) ?? false;
  if (watchTrouble !== null || isLimited) tell({ code: 'watch-limit' });
  if (account?.isHistoryIncomplete === true) tell({ code: 'history-incomplete' });
  if (update !== null) tell({ code: 'update-ready', version: update });
  return found;
}

/** Several services may be away at once: the one that was first, with the files of all. */
function longestWait(waits: readonly Wait[], cause: HoldReason): Wait | null {
  const own = waits.filter((wait) => wait.cause === cause);
  const [first] = own.toSorted((a, b) => a.sinceMs - b.sinceMs);
  if (first === undefined) return null;
  return { ...first, files: own.reduce((all, { files }) => all + files, 0) };
}

function filesHeld(account: AccountStatus | null, reason: HoldReason): number {
  return sum(account, ({ hold }) => hold === reason);
}

function toGo(account: AccountStatus | null): number {
  // What nobody approved is not sent, however long the session lasts.
  // Nor is what waits for its folder.
  const present = account === null ? null : { ...account, counts: presentCounts(account) };
  return sum(present, ({ state, isApproved }) => STILL_TO_GO.has(state) && isApproved !== false);
}

type Count = AccountStatus['counts'][number];
function sum(account: AccountStatus | null, counts: (count: Count) => boolean): number {
  return (account?.counts ?? []).reduce((all, each) => all + (counts(each) ? each.files : 0), 0);
}
