/** How far a file is: the word, the shape in front of it, and how much of it is done when that is known. */
import { memo, type ReactElement, useContext } from 'react';
import {
  type FileState,
  type Group,
  type HoldReason,
  stateTraits,
} from '../../../src-shared/model/files/file-state.ts';
import type { BudgetName } from '../../../src-shared/model/money/spend-limits.ts';
import { useWords } from '../../words/words-context.ts';
import { classes } from '../../ui/layout/classes.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import { LastKnown } from '../../ui/feedback/last-known.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import styles from '../../ui/feedback/status-text.module.css';
import tones from '../../ui/feedback/tones.module.css';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { statusLook } from './status-appearance.ts';

const GOING_ON: ReadonlySet<Group> = new Set(['sending', 'checking', 'preparing']);

/** `isApproved`: known of `ready` files. `share`: how much of this step is done, 0 to 1; null when that is not known. `detail`: a second line. `budgets`: the limits that hold files. */
export const StatusText = memo(function StatusText({
  state,
  hold,
  isApproved,
  share = null,
  detail,
  budgets,
}: Readonly<{
  state: FileState;
  hold: HoldReason | null;
  isApproved?: boolean | undefined;
  share?: number | null;
  detail?: string;
  budgets?: readonly BudgetName[] | undefined;
}>): ReactElement {
  const words = useWords();
  const { icon, role, label } = statusLook(state, hold, words, isApproved, budgets);
  const isLastKnown = useContext(LastKnown) && GOING_ON.has(stateTraits(state, hold).group);
  if (isLastKnown) {
    return (
      <span className={styles['status']}>
        <span className={classes(styles['line'], tones['neutral'])}>
          <Icon name={icon} />
          <span className={styles['words']}>{words.ui.lastKnown(label)}</span>
        </span>
      </span>
    );
  }
  const text = share === null ? label : `${label} · ${words.figures.percent(share)}`;
  return (
    <span className={styles['status']}>
      <span className={classes(styles['line'], tones[role])}>
        <Icon name={icon} />
        <span className={styles['words']}>{text}</span>
      </span>
      {share !== null && <ProgressBar label={label} share={share} />}
      {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
    </span>
  );
});

/** `detail`: a second line. */
export function ServiceStatus({
  status,
  detail,
}: Readonly<{ status: string; detail?: string }>): ReactElement {
  const { platform } = useWords();
  const state = stateOfWord(status);
  const second = detail === undefined ? {} : { detail };
  if (state !== null) return <StatusText state={state} hold={null} {...second} />;
  return (
    <span className={styles['status']}>
      <span className={classes(styles['line'], tones['neutral'])}>
        <Icon name="circle-question-mark" />
        <span className={styles['words']}>
          {status === '' ? platform.saysNothing : platform.serviceSays(status)}
        </span>
      </span>
      {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
    </span>
  );
}
