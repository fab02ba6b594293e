/** Looks for something in the list below it; Escape empties it. */
import type { ReactElement } from 'react';
import { Input, SearchField as AriaSearchField } from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import styles from './field.module.css';
import { Icon } from '../layout/icon.tsx';

export function SearchField({
  label,
  value,
  onChange,
}: Readonly<{ label: string; value: string; onChange: (value: string) => void }>): ReactElement {
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange}>
      <span className={styles['box']}>
        <span className={styles['icon']}>
          <Icon name="search" size={1} />
        </span>
        <Input className={classes(styles['input'], styles['withIcon'])} placeholder={label} />
      </span>
    </AriaSearchField>
  );
}

/** The same inside an Autocomplete, which holds its value; it has the focus when it appears. */
export function AutofocusSearch({ label }: Readonly<{ label: string }>): ReactElement {
  return (
    // A palette opens to be typed into.
    <AriaSearchField aria-label={label} autoFocus>
      <span className={styles['box']}>
        <span className={styles['icon']}>
          <Icon name="search" size={1} />
        </span>
        <Input className={classes(styles['input'], styles['withIcon'])} placeholder={label} />
      </span>
    </AriaSearchField>
  );
}
