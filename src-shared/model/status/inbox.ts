/**
 * What needs attention, as one list for every face: the sidebar, the overview, the list itself and the tray show the same
 * number. Pure. A file, a change and a warning each count once; an approval counts its files.
 */
import { type FileState, type HoldReason, needsPerson } from '../files/file-state.ts';
import type { BudgetName } from '../money/spend-limits.ts';
import type { AccountStatus } from './account-status.ts';
import { APPROVED_BY_PERSON, awaitingApproval } from './current-activity.ts';
import type { HealthItem } from './health.ts';

/** Warnings that a person can end. Those about files and changes are counted by these; the rest end by themselves. */
const WARNINGS = [
  'engine-stopped',
  'signed-out',
  'session-withheld',
  'silent-change',
  'folder-trouble',
  'drive-trouble',
  'session-ends-soon',
  'certificates-missing',
] as const satisfies readonly HealthItem['code'][];

/** Health that the list tells by its files and changes. */
const COUNTED = [
  'credits-short',
  'budget-reached',
  'changes-need-you',
] as const satisfies readonly HealthItem['code'][];

type Warning = Extract<HealthItem, { readonly code: (typeof WARNINGS)[number] }>;

/** A banner does not say it beside the list, which does. */
export function isInInbox({ code }: HealthItem): boolean {
  return [...WARNINGS, ...COUNTED].some((each) => each === code);
}

function isWarning(item: HealthItem): item is Warning {
  return WARNINGS.some((code) => code === item.code);
}

export type InboxItem =
  | { readonly kind: 'warning'; readonly warning: Warning }
  /** Changes that were refused, conflict with others, or have an unknown result. */
  | { readonly kind: 'changes'; readonly changes: number }
  | { readonly kind: 'approval'; readonly files: number }
  /** Files in one state, or with one hold. */
  | {
      readonly kind: 'files';
      readonly state: FileState;
      readonly hold: HoldReason | null;
      readonly files: number;
      readonly bytes: number;
      /** The limits that hold them. */
      readonly budgets?: readonly BudgetName[];
    };

export interface Inbox {
  /** The most urgent first. */
  readonly items: readonly InboxItem[];
  /** The sum of all items. */
  readonly count: number;
}

export interface InboxFacts {
  readonly account: Pick<AccountStatus, 'counts' | 'changes' | 'away' | 'budgets'> | null;
  readonly health: readonly HealthItem[];
}

/**
 * Alarms first: folders whose files cannot be seen, notarized files that changed, and what stops everything. Then what waits for approval, and last what is to be
 * repaired: what may have been paid for with an unknown result, what was refused, what is held. Among equals the most files first.
 */
export function inboxOf({ account, health }: InboxFacts): Inbox {
  const items: InboxItem[] = health
    .filter(isWarning)
    .map((warning) => ({ kind: 'warning', warning }));
  const changes = account?.changes.needYou ?? 0;
  if (changes > 0) items.push({ kind: 'changes', changes });
  const awaiting = account === null ? 0 : awaitingApproval(account);
  if (awaiting > 0) items.push({ kind: 'approval', files: awaiting });
  for (const { state, hold, files, bytes } of account === null ? [] : readableCounts(account)) {
    if (files > 0 && needsPerson(state, hold))
      items.push({
        kind: 'files',
        state,
        hold,
        files,
        bytes,
        ...(hold === 'budget' && account?.budgets ? { budgets: account.budgets } : {}),
      });
  }
  const sorted = items.toSorted((a, b) => urgency(a) - urgency(b) || countOf(b) - countOf(a));
  return { items: sorted, count: sorted.reduce((sum, item) => sum + countOf(item), 0) };
}

/** Without the files that cannot be read because their folder is away: its own line says so. */
function readableCounts({
  counts,
  away = [],
}: Pick<AccountStatus, 'counts' | 'away'>): AccountStatus['counts'] {
  const gone = away.find(({ state }) => state === 'unreadable');
  if (gone === undefined) return counts;
  return counts.map((count) =>
    count.state === 'unreadable'
      ? { ...count, files: count.files - gone.files, bytes: count.bytes - gone.bytes }
      : count,
  );
}

export function countOf(item: InboxItem): number {
  if (item.kind === 'warning') return 1;
  return item.kind === 'changes' ? item.changes : item.files;
}

/** Identifies a row from one list to the next. */
export function keyOf(item: InboxItem): string {
  if (item.kind === 'files') return `${item.state} ${item.hold ?? ''}`;
  if (item.kind !== 'warning') return item.kind;
  const { warning } = item;
  if (warning.code === 'drive-trouble') return `${warning.code} ${warning.path}`;
  return `${warning.code} ${'folderId' in warning ? warning.folderId : ''}`;
}

/** Above all else: a proof is at stake. */
const ALARM = -WARNINGS.length - 1;

export type HeldForApproval = Extract<InboxItem, { readonly kind: 'files' }> & {
  readonly hold: (typeof APPROVED_BY_PERSON)[number];
};

export function isHeldForApproval(item: InboxItem): item is HeldForApproval {
  return item.kind === 'files' && APPROVED_BY_PERSON.some((hold) => hold === item.hold);
}

function urgency(item: InboxItem): number {
  switch (item.kind) {
    case 'warning':
      if (item.warning.code === 'folder-trouble' && item.warning.trouble !== 'watched-twice')
        return ALARM - 1; // of none of its files it is known how it stands
      return WARNINGS.indexOf(item.warning.code) - WARNINGS.length;
    case 'approval':
      return 0;
    case 'changes':
      return 3;
    case 'files':
      if (item.state === 'changed') return ALARM;
      if (isHeldForApproval(item)) return 1;
      if (item.state === 'confirming') return 2;
      return item.state === 'record_error' || item.state === 'failed' ? 4 : 5;
    default:
      return item satisfies never;
  }
}
