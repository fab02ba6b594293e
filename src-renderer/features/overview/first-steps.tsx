/** The first steps, until they are done or somebody closes the list. */
import { useState, type ReactElement } from 'react';
import type { AccountStatus } from '../../../src-shared/model/account-status.ts';
import { IconButton } from '../../ui/button.tsx';
import { Pipeline, type Step } from '../../ui/pipeline.tsx';
import { useWords } from '../../words/words-context.ts';
import { areFirstStepsClosed, closeFirstSteps } from './first-steps-closed.ts';
import { FIRST_STEPS, stepsDone } from './steps-done.ts';
import styles from './overview.module.css';

export function FirstSteps({
  account,
}: Readonly<{ account: AccountStatus | null }>): ReactElement | null {
  const { overview, ui } = useWords();
  const [isClosed, setIsClosed] = useState(areFirstStepsClosed);
  const done = stepsDone(account);
  if (isClosed || account === null || done.size === FIRST_STEPS.length) return null;
  const next = FIRST_STEPS.find((step) => !done.has(step));
  const steps = FIRST_STEPS.map((id): Step => ({
    id,
    label: overview.steps[id],
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
