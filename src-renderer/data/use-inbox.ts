/** What needs attention, and what was decided and waits: the same on every screen that shows it. */
import { useMemo } from 'react';
import type { AccountStatus } from '../../src-shared/model/status/account-status.ts';
import { approvedFiles, presentCounts } from '../../src-shared/model/status/current-activity.ts';
import type { HealthItem } from '../../src-shared/model/status/health.ts';
import { inboxOf } from '../../src-shared/model/status/inbox.ts';
import type { Wait } from '../../src-shared/model/files/queue-view.ts';
import { useCore, useHealth } from './bridge-context.ts';
import { useOffer } from './queries.ts';

const ALL = { which: null };
const NO_WAITS: readonly Wait[] = [];

export type InboxReading = ReturnType<typeof useInbox>;

/** `offer`: the price of what awaits approval, null until it was read; `isKnown`: a list that is empty is empty. */
export function useInbox(nowMs: number) {
  const health = useHealth(nowMs);
  const account = useCore(({ status }) => status?.account ?? null);
  const { value: offer, fault, readAgain } = useOffer(ALL);
  const inbox = useMemo(() => inboxOf({ account, health }), [account, health]);
  return { inbox, offer, isKnown: account !== null, fault, readAgain };
}

const AWAY_CODES: ReadonlySet<string> = new Set<HealthItem['code']>([
  'offline',
  'server-down',
  'signed-out',
  'session-withheld',
  'account-refused',
]);
const AWAY_CAUSES: ReadonlySet<string> = new Set<Wait['cause']>([
  'offline',
  'server',
  'signed_out',
]);

/** Nothing can be sent now: no connection, no answer, or no session. */
export function useIsServiceAway(nowMs: number): boolean {
  const health = useHealth(nowMs);
  const waits = useCore(({ status }) => status?.waits ?? NO_WAITS);
  return (
    health.some(({ code }) => AWAY_CODES.has(code)) ||
    waits.some(({ cause }) => AWAY_CAUSES.has(cause))
  );
}

/** What a person decided while it could not be carried out, or that is about to be. */
export function useDecided(nowMs: number) {
  const account = useCore(({ status }) => status?.account ?? null);
  const isServiceAway = useIsServiceAway(nowMs);
  return {
    /** Files whose price was approved and of which nothing is sent yet. */
    files: account === null || isSending(account) ? 0 : approvedFiles(presentCounts(account)),
    /** Changes to projects, people and files on the service that are not sent yet. */
    changes: account?.changes.waiting ?? 0,
    isServiceAway,
  };
}

/** Then approved files are in the queue, and shown there. */
function isSending({ counts }: AccountStatus): boolean {
  return counts.some(({ state, files }) => state === 'uploading' && files > 0);
}
