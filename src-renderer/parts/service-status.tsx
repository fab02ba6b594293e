/** What the service says of a file, in our words; a word that nobody documented stays as it is, and is no colour's news. */
import type { ReactElement } from 'react';
import { stateOfWord } from '../../src-shared/model/files/platform-file.ts';
import { useWords } from '../words/words-context.ts';
import { classes } from '../ui/layout/classes.ts';
import { Icon } from '../ui/layout/icon.tsx';
import { StatusText } from './status-text.tsx';
import styles from '../ui/feedback/status-text.module.css';
import tones from '../ui/feedback/tones.module.css';

/** `detail`: a second line. */
export function WordOfService({
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
