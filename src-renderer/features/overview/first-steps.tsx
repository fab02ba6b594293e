/** The first steps, until they are done or somebody closes the list. */
import { type ReactElement, useState } from 'react';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { useRead } from '../../data/use-read.ts';
import { hasVerified } from '../../parts/newcomer/has-verified.ts';
import { IconButton } from '../../ui/layout/button.tsx';
import { Pipeline, type Step } from '../../parts/files/pipeline.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import styles from './overview.module.css';

const PLACES: Readonly<Record<FirstStep, string>> = {
  'first-file': pathTo('addFiles'),
  watch: pathTo('watch'),
  verify: pathTo('verify'),
  invite: pathTo('projects'),
};

/** Somebody was invited into a project that is there, or was in it from its beginning. */
export function hasInvited(changes: readonly Pick<Change, 'intent' | 'state'>[]): boolean {
  return changes.some(({ intent, state }) => {
    if (state.state !== 'delivered') return false;
    if (intent.kind === 'create-project') return intent.project.members.length > 0;
    return intent.kind === 'invite-member';
  });
}

export function FirstSteps({
  account,
}: Readonly<{ account: AccountStatus | null }>): ReactElement | null {
  const { overview, ui } = useWords();
  const [isClosed, setIsClosed] = useState(areFirstStepsClosed);
  const { value: outbox } = useRead('outbox.list');
  const done = stepsDone(account, {
    isInvited: hasInvited(outbox?.changes ?? []),
    isVerified: hasVerified(),
  });
  if (isClosed || account === null || done.size === FIRST_STEPS.length) return null;
  const next = FIRST_STEPS.find((step) => !done.has(step));
  const steps = FIRST_STEPS.map((id): Step => ({
    id,
    label: overview.steps[id],
    to: PLACES[id],
    stage: done.has(id) ? 'done' : id === next ? 'current' : 'waiting',
  }));
  return (
    <section aria-labelledby="first-steps" className={styles['block']}>
      <div className={styles['head']}>
        <h2 id="first-steps">{overview.firstSteps}</h2>
        <IconButton
          icon="x"
          label={ui.close}
          onPress={() => {
            closeFirstSteps(true);
            setIsClosed(true);
          }}
        />
      </div>
      <Pipeline label={overview.firstSteps} steps={steps} />
    </section>
  );
}

const FIRST_STEPS = ['first-file', 'watch', 'verify', 'invite'] as const;
type FirstStep = (typeof FIRST_STEPS)[number];

const PROVEN: ReadonlySet<string> = new Set([
  'notarized',
  'missing',
  'deleting',
  'deleted',
  'remote_only',
]);

/** What the account's files do not tell: somebody was invited, or a file verified, from here. */
interface OtherSteps {
  readonly isInvited: boolean;
  readonly isVerified: boolean;
}

/** The first steps with Labseal, and which of them are done, from what the core knows. Pure. */
export function stepsDone(
  account: AccountStatus | null,
  { isInvited, isVerified }: OtherSteps,
): ReadonlySet<FirstStep> {
  const done = new Set<FirstStep>();
  if (account === null) return done;
  const has = (states: ReadonlySet<string>) =>
    account.counts.some(({ state, files }) => files > 0 && states.has(state));
  if (has(PROVEN)) done.add('first-file');
  if (account.folders.length > 0) done.add('watch');
  if (isVerified) done.add('verify');
  if (isInvited) done.add('invite');
  return done;
}

const STORED = 'labseal-first-steps-closed';

/** Whether somebody closed the list of first steps, kept in the page's storage of this computer. */
export function areFirstStepsClosed(): boolean {
  return localStorage.getItem(STORED) !== null;
}

export function closeFirstSteps(isClosed: boolean): void {
  if (isClosed) localStorage.setItem(STORED, 'yes');
  else localStorage.removeItem(STORED);
}
