/**
 * What Labseal is doing, in one word and a number. One source for the status bar, the overview and the tray: what they
 * say cannot differ, and none says of a file what is not so. Pure.
 */
import type { Wait } from '../files/queue-view.ts';
import { stateTraits, type FileState, type Group, type HoldReason } from '../files/file-state.ts';
import type { DoingWords } from '../words/en/desktop.ts';
import type { AccountStatus } from './account-status.ts';
import type { HealthItem } from './health.ts';

/** Files by the group in which rollups count their state. */
export function countGroups(counts: AccountStatus['counts']): ReadonlyMap<Group, number> {
  const groups = new Map<Group, number>();
  for (const { state, hold, isApproved, files } of counts) {
    const { group } = stateTraits(state, hold, isApproved);
    groups.set(group, (groups.get(group) ?? 0) + files);
  }
  return groups;
}

function filesOf(counts: AccountStatus['counts']): number {
  return counts.reduce((sum, { files }) => sum + files, 0);
}

function filesIn(counts: AccountStatus['counts'], wanted: FileState): number {
  return counts.reduce((sum, { state, files }) => sum + (state === wanted ? files : 0), 0);
}

/** Without the files that wait for their folder: nothing of them goes on, whatever else they are ready for. */
export function presentCounts({
  counts,
  away = [],
}: Pick<AccountStatus, 'counts' | 'away'>): AccountStatus['counts'] {
  return counts.map((count) => {
    const { state, hold, isApproved } = count;
    const same = away.find(
      (each) => each.state === state && each.hold === hold && each.isApproved === isApproved,
    );
    const waitsForFolder =
      isApproved === false || WAITS_FOR_FOLDER.has(stateTraits(state, hold, isApproved).group);
    if (same === undefined || !waitsForFolder) return count;
    return { ...count, files: count.files - same.files, bytes: count.bytes - same.bytes };
  });
}

/** What was sent already needs no folder. */
const WAITS_FOR_FOLDER: ReadonlySet<Group> = new Set(['preparing', 'queued', 'waiting']);

/** What awaits approval of its price: files that are ready and not approved, without those whose folder is away. */
export function awaitingApproval(account: Pick<AccountStatus, 'counts' | 'away'>): number {
  return presentCounts(account).reduce(
    (sum, { isApproved, files }) => sum + (isApproved === false ? files : 0),
    0,
  );
}

/** Held until a person approves them. */
export const APPROVED_BY_PERSON = [
  'review',
  'size_confirm',
  'record_deleted',
] as const satisfies readonly HoldReason[];

/** With those that are held for an approval, as the one line of what needs attention counts them. */
export function waitingForApproval(account: Pick<AccountStatus, 'counts' | 'away'>): number {
  const held = account.counts.filter(({ hold }) =>
    APPROVED_BY_PERSON.some((each) => each === hold),
  );
  return held.reduce((sum, { files }) => sum + files, awaitingApproval(account));
}

/** Files whose price was approved and of which nothing is sent yet. */
export function approvedFiles(counts: AccountStatus['counts']): number {
  return counts.reduce((sum, { isApproved, files }) => sum + (isApproved === true ? files : 0), 0);
}

export type Doing =
  | {
      readonly kind:
        | 'sending'
        | 'checking'
        | 'preparing'
        /** Still being written, so nothing can be done about them yet. */
        | 'settling'
        | 'approved'
        /** Sent, being checked or approved, while the service is away. */
        | 'cutOff'
        /** The same without a session; 0: none waits for that. */
        | 'signIn'
        /** In folders that are away. */
        | 'folder'
        /** A person paused the uploads; 0: none waits for that. */
        | 'paused'
        | 'awaiting'
        | 'asking'
        | 'waiting';
      readonly files: number;
    }
  | { readonly kind: 'changes'; readonly changes: number }
  | { readonly kind: 'idle' };

export interface DoingFacts {
  readonly account: Pick<AccountStatus, 'counts' | 'changes' | 'away'> | null;
  readonly waits: readonly Pick<Wait, 'cause' | 'files'>[];
  readonly health: readonly HealthItem[];
}

const CUT_OFF: ReadonlySet<HealthItem['code']> = new Set([
  'offline',
  'server-down',
  'account-refused',
]);

function withoutSession(health: readonly HealthItem[]) {
  for (const item of health) {
    if (item.code === 'signed-out' || item.code === 'session-withheld')
      return { kind: 'signIn', files: item.files } as const;
  }
  return null;
}

/** The most important of it, in the order of a file's way backwards. `idle` only when nothing waits for anything. */
export function whatIsDone({ account, waits, health }: DoingFacts): Doing {
  const counts = account === null ? [] : presentCounts(account);
  const away = filesOf(account?.counts ?? []) - filesOf(counts);
  const isServiceAway = health.some(({ code }) => CUT_OFF.has(code));
  const signIn = isServiceAway ? null : withoutSession(health);
  const isAway = isServiceAway || signIn !== null;
  const groups = countGroups(counts);
  const of = (group: Group) => groups.get(group) ?? 0;
  const awaiting = account === null ? 0 : waitingForApproval(account);
  const settling = filesIn(counts, 'settling');
  const pause = waits.find(({ cause }) => cause === 'paused');
  const going = of('sending') + of('checking');
  const asked = isAway ? filesIn(counts, 'checking') : 0;
  if (going > 0 && !isAway) {
    return of('sending') > 0
      ? { kind: 'sending', files: of('sending') }
      : { kind: 'checking', files: of('checking') };
  }
  if (pause !== undefined) return { kind: 'paused', files: pause.files };
  const rest = [
    { kind: 'preparing', files: of('preparing') - asked },
    { kind: 'settling', files: settling },
    {
      kind: isAway ? 'cutOff' : 'approved',
      files: of('queued') + asked + (isAway ? going : 0),
    },
    { kind: 'awaiting', files: awaiting },
    { kind: 'folder', files: away },
    { kind: 'waiting', files: of('waiting') - settling },
    { kind: 'asking', files: of('needs-you') - awaiting },
  ] as const;
  const first = rest.find(({ files }) => files > 0);
  if (first?.kind === 'preparing' || first?.kind === 'settling') return first;
  if (signIn !== null && (signIn.files > 0 || first?.kind === 'cutOff')) return signIn;
  if (first !== undefined) return first;
  const { waiting, needYou } = account?.changes ?? { waiting: 0, needYou: 0 };
  const changes = waiting + needYou;
  return changes > 0 ? { kind: 'changes', changes } : { kind: 'idle' };
}

export function doingText(doing: Doing, words: DoingWords): string {
  if (doing.kind === 'changes') return words.changes(doing.changes);
  return doing.kind === 'idle' ? words.idle : words[doing.kind](doing.files);
}
