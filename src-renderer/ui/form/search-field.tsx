/** Looks for something in the list below it; Escape empties it. */
import type { ReactElement } from 'react';
import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import styles from './field.module.css';
import { Icon } from '../layout/icon.tsx';
import prose from '../layout/prose.module.css';

export function SearchField({
  label,
  value,
  onChange,
}: Readonly<{ label: string; value: string; onChange: (value: string) => void }>): ReactElement {
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange}>
      <Box label={label} />
    </AriaSearchField>
  );
}

function Box({ label }: Readonly<{ label: string }>): ReactElement {
  return (
    <span className={styles['box']}>
      <span className={styles['icon']}>
        <Icon name="search" size={1} />
      </span>
      <Input className={classes(styles['input'], styles['withIcon'])} placeholder={label} />
    </span>
  );
}

/** The same inside an Autocomplete, which holds its value; it has the focus when it appears. */
export function AutofocusSearch({ label }: Readonly<{ label: string }>): ReactElement {
  return (
    // A palette opens to be typed into.
    <AriaSearchField aria-label={label} autoFocus>
      <Box label={label} />
    </AriaSearchField>
  );
}

/** Opens the search. It looks like the field that it opens, and shows the shortcut for it. */
export function SearchButton({
  label,
  shortcut,
  onPress,
}: Readonly<{ label: string; shortcut: string; onPress: () => void }>): ReactElement {
  return (
    <Button className={styles['searchButton'] ?? ''} onPress={onPress}>
      <Icon name="search" size={1} />
      <span className={styles['grows']}>{label}</span>
      <kbd className={prose['small']}>{shortcut}</kbd>
    </Button>
  );
}
