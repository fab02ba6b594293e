/** The first steps, until they are done or somebody closes the list. */
import { useState, type ReactElement } from 'react';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useRead } from '../../data/use-read.ts';
import { hasVerified } from '../../parts/has-verified.ts';
import { IconButton } from '../../ui/layout/button.tsx';
import { Pipeline, type Step } from '../../parts/pipeline.tsx';
import { useWords } from '../../words/words-context.ts';
import { areFirstStepsClosed, closeFirstSteps } from './first-steps-closed.ts';
import { FIRST_STEPS, stepsDone, type FirstStep } from './steps-done.ts';
import styles from './overview.module.css';

const NOTHING = {};
const STALE_ON: readonly PageEvent['kind'][] = ['outbox-changed'];
const PLACES: Readonly<Record<FirstStep, string>> = {
  'first-file': '/add',
  watch: '/watch',
  verify: '/verify',
  invite: '/projects',
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
  const { value: outbox } = useRead('outbox.list', NOTHING, STALE_ON);
  const done = stepsDone(account, {
    hasInvited: hasInvited(outbox?.changes ?? []),
    hasVerified: hasVerified(),
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
