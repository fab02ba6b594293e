/** The first steps with Labseal, and which of them are done, from what the core knows. Pure. */
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';

export const FIRST_STEPS = ['first-file', 'watch', 'verify', 'invite'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const ON_THE_WAY: ReadonlySet<string> = new Set([
  'uploading',
  'confirming',
  'recording',
  'record_error',
]);
const PROVEN: ReadonlySet<string> = new Set(['notarized', 'deleting', 'deleted', 'remote_only']);

/** What the account's files do not tell: somebody was invited, or a file verified, from here. */
export interface OtherSteps {
  readonly hasInvited: boolean;
  readonly hasVerified: boolean;
}

export function stepsDone(
  account: AccountStatus | null,
  { hasInvited, hasVerified }: OtherSteps,
): ReadonlySet<FirstStep> {
  const done = new Set<FirstStep>();
  if (account === null) return done;
  const has = (states: ReadonlySet<string>) =>
    account.counts.some(({ state, files }) => files > 0 && states.has(state));
  if (has(ON_THE_WAY) || has(PROVEN)) done.add('first-file');
  if (account.folders.length > 0) done.add('watch');
  if (hasVerified) done.add('verify');
  if (hasInvited) done.add('invite');
  return done;
}
