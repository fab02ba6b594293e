/** How Labseal calls for somebody who looks elsewhere. A page can do no more than write into the title of its own tab. */
import type { ReactElement } from 'react';
import { Checkbox } from '../ui/checkbox.tsx';
import { useWords } from '../words/words-context.ts';
import { useApp, useAppearance } from './app-context.ts';
import styles from './shell.module.css';

export function NotificationsForm(): ReactElement {
  const { settings } = useWords();
  const { appearance } = useApp();
  const { isCountInTitle } = useAppearance();
  return (
    <div className={styles['fields']}>
      <p>{settings.notificationsText}</p>
      <Checkbox
        isSelected={isCountInTitle}
        onChange={(isWanted) => appearance.setState({ isCountInTitle: isWanted })}
      >
        {settings.countInTitle}
      </Checkbox>
    </div>
  );
}
