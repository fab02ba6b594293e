/** How the page looks and speaks. Applies at once, and needs nobody. */
import type { ReactElement } from 'react';
import { RadioGroup } from '../ui/radio-group.tsx';
import { Select } from '../ui/select.tsx';
import { LANGUAGES, useWords, wordsOf } from '../words/words-context.ts';
import { useApp, useAppearance } from './app-context.ts';
import { THEMES, ZOOMS } from './appearance.ts';
import styles from './shell.module.css';

export function AppearanceForm(): ReactElement {
  const { shell, figures } = useWords();
  const { appearance } = useApp();
  const { theme, zoom, language } = useAppearance();
  return (
    <div className={styles['fields']}>
      <RadioGroup
        label={shell.theme}
        options={THEMES.map((value) => ({ value, label: shell.themes[value] }))}
        value={theme}
        onChange={(chosen) => appearance.setState({ theme: chosen })}
      />
      <Select
        label={shell.zoom}
        options={ZOOMS.map((value) => ({
          value: String(value),
          label: figures.percent(value / 100),
        }))}
        value={String(zoom)}
        onChange={(chosen) =>
          appearance.setState({ zoom: ZOOMS.find((value) => String(value) === chosen) ?? 100 })
        }
      />
      <Select
        label={shell.languageLabel}
        options={LANGUAGES.map((value) => ({ value, label: wordsOf(value).language.own }))}
        value={language}
        onChange={(chosen) => appearance.setState({ language: chosen })}
      />
    </div>
  );
}
