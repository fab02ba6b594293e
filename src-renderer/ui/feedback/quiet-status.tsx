/** A status that is no news: a shape and a word without colour. */
import type { ReactElement } from 'react';
import { classes } from '../layout/classes.ts';
import { Icon, type IconName } from '../layout/icon.tsx';
import styles from './status-text.module.css';
import tones from './tones.module.css';

export function QuietStatus({
  icon,
  text,
}: Readonly<{ icon: IconName; text: string }>): ReactElement {
  return (
    <span className={styles['status']}>
      <span className={classes(styles['line'], tones['neutral'])}>
        <Icon name={icon} />
        <span className={styles['words']}>{text}</span>
      </span>
    </span>
  );
}
