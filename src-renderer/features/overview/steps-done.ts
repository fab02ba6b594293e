/** The first steps with Labseal, and which of them are done, from what the core knows. Pure. */
import type { AccountStatus } from '../../../src-shared/model/account-status.ts';

export const FIRST_STEPS = ['first-file', 'watch', 'invite'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const ON_THE_WAY: ReadonlySet<string> = new Set([
  'uploading',
  'confirming',
  'recording',
  'record_error',
]);
const PROVEN: ReadonlySet<string> = new Set(['notarized', 'deleting', 'deleted', 'remote_only']);

/** `hasInvited`: somebody was, from here. */
export function stepsDone(
  account: AccountStatus | null,
  hasInvited: boolean,
): ReadonlySet<FirstStep> {
  const done = new Set<FirstStep>();
  if (account === null) return done;
  const has = (states: ReadonlySet<string>) =>
    account.counts.some(({ state, files }) => files > 0 && states.has(state));
  if (has(ON_THE_WAY) || has(PROVEN)) done.add('first-file');
  if (account.folders.length > 0) done.add('watch');
  if (hasInvited) done.add('invite');
  return done;
}
