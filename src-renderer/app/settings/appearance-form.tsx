/** How the page looks. Applies at once, and needs nobody. */
import type { ReactElement } from 'react';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { useWords } from '../../words/words-context.ts';
import { useApp, useAppearance } from '../app-context.ts';
import { THEMES } from '../appearance.ts';
import styles from '../shell.module.css';

export function AppearanceForm(): ReactElement {
  const { shell } = useWords();
  const { appearance } = useApp();
  const { theme } = useAppearance();
  return (
    <div className={styles['fields']}>
      <RadioGroup
        label={shell.theme}
        options={THEMES.map((value) => ({ value, label: shell.themes[value] }))}
        value={theme}
        onChange={(chosen) => appearance.setState({ theme: chosen })}
      />
    </div>
  );
}
