/** Says beside its label that a field has to be filled in. A screen reader is told by the field itself, with `aria-required`. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import styles from './field.module.css';

export function RequiredMark(): ReactElement {
  const { ui } = useWords();
  return (
    <span aria-hidden="true" className={styles['hint']}>
      {ui.required}
    </span>
  );
}
