/** That a setting was kept, seen and said. Its place is there before, so that it is heard. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import { Icon } from '../layout/icon.tsx';
import styles from './form.module.css';

export function SavedMark({ isSaved }: Readonly<{ isSaved: boolean }>): ReactElement {
  const { ui } = useWords();
  return (
    <p role="status" className={styles['saved']}>
      {isSaved && (
        <>
          <Icon name="check" size={0.875} />
          {ui.saved}
        </>
      )}
    </p>
  );
}
