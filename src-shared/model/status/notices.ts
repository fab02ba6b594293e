/** What a person who looks elsewhere is notified of, and when: increases of the wanted kinds, not too often. Pure. */
import type { AccountStatus } from './account-status.ts';
import { stateTraits } from '../files/file-state.ts';
import type { HealthItem } from './health.ts';

export const NOTICE_KINDS = ['notarized', 'needs-you', 'signed-out', 'credits', 'refused'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Where it is seen what a notice is about: a screen of the page. */
export const NOTICE_PLACES: Readonly<Record<NoticeKind, string>> = {
  notarized: '/certificates',
  'needs-you': '/activity?view=needs-you',
  'signed-out': '/',
  credits: '/credits',
  refused: '/outbox',
};

/** How many there are of each. */
export type NoticeFacts = Readonly<Record<NoticeKind, number>>;

const QUIET_MS = 600_000; // one of a kind in ten minutes

const isMoney = (hold: AccountStatus['counts'][number]['hold']) =>
  hold === 'credits' || hold === 'budget';

/** Files without credits or over a budget have a kind of their own. */
export function noticeFacts(
  counts: AccountStatus['counts'],
  health: readonly HealthItem[],
): NoticeFacts {
  const files = (isMeant: (count: AccountStatus['counts'][number]) => boolean) =>
    counts.reduce((sum, count) => sum + (isMeant(count) ? count.files : 0), 0);
  const ended = health.find(({ code }) => code === 'signed-out');
  const asking = health.find(({ code }) => code === 'changes-need-you');
  return {
    notarized: files(({ state }) => state === 'notarized'),
    'needs-you': files(
      ({ state, hold, isApproved }) =>
        stateTraits(state, hold, isApproved).group === 'needs-you' && !isMoney(hold),
    ),
    'signed-out': ended?.code === 'signed-out' ? ended.files : 0,
    credits: files(({ state, hold }) => state === 'held' && isMoney(hold)),
    refused: asking?.code === 'changes-need-you' ? asking.changes : 0,
  };
}

export interface DueNotice {
  readonly kind: NoticeKind;
  /** How many more there are than somebody knows of. */
  readonly more: number;
}

/** `known`: when the person last looked, or was notified. `toldAtMs`: of the last notice of a kind. */
export function dueNotices(
  known: NoticeFacts,
  now: NoticeFacts,
  {
    wanted,
    reportedAtMs,
    nowMs,
  }: {
    readonly wanted: readonly NoticeKind[];
    readonly reportedAtMs: ReadonlyMap<NoticeKind, number>;
    readonly nowMs: number;
  },
): readonly DueNotice[] {
  return wanted
    .map((kind) => ({ kind, more: now[kind] - known[kind] }))
    .filter(
      ({ kind, more }) => more > 0 && nowMs - (reportedAtMs.get(kind) ?? -Infinity) >= QUIET_MS,
    );
}
