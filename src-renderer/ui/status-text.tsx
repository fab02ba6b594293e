/** How far a file is: the word, the shape in front of it, and how much of it is done when that is known. */
import { memo, type ReactElement } from 'react';
import type { FileState, HoldReason } from '../../src-shared/model/file-state.ts';
import { useWords } from '../words/words-context.ts';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { statusLook } from './status-look.ts';
import styles from './status-text.module.css';
import tones from './tones.module.css';

/** `share`: how much of this step is done, 0 to 1; null when that is not known. `detail`: a second line. */
export const StatusText = memo(function StatusText({
  state,
  hold,
  share = null,
  detail,
}: Readonly<{
  state: FileState;
  hold: HoldReason | null;
  share?: number | null;
  detail?: string;
}>): ReactElement {
  const words = useWords();
  const { icon, role, label } = statusLook(state, hold, words);
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
