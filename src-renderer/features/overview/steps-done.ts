/** The first steps with Labseal, and which of them are done, from what the core knows. Pure. */
import type { AccountStatus } from '../../../src-shared/model/account-status.ts';

export const FIRST_STEPS = ['watch', 'approve', 'notarized'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const ON_THE_WAY: ReadonlySet<string> = new Set([
  'uploading',
  'confirming',
  'recording',
  'record_error',
]);
const PROVEN: ReadonlySet<string> = new Set(['notarized', 'deleting', 'deleted', 'remote_only']);

export function stepsDone(account: AccountStatus | null): ReadonlySet<FirstStep> {
  const done = new Set<FirstStep>();
  if (account === null) return done;
  const has = (states: ReadonlySet<string>) =>
    account.counts.some(({ state, files }) => files > 0 && states.has(state));
  if (account.folders.length > 0) done.add('watch');
  if (has(ON_THE_WAY) || has(PROVEN)) done.add('approve');
  if (has(PROVEN)) done.add('notarized');
  return done;
}
