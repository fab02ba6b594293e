/** Looks for something in the list below it; Escape empties it. */
import type { ReactElement } from 'react';
import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import styles from './field.module.css';
import { Icon } from '../layout/icon.tsx';
import prose from '../layout/prose.module.css';

export function SearchField({
  label,
  invitation = label,
  value,
  onChange,
}: Readonly<{
  label: string;
  /** What stands in the empty field, beside the sign of a search, where there is no room for the whole label. */
  invitation?: string;
  value: string;
  onChange: (value: string) => void;
}>): ReactElement {
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange}>
      <Box invitation={invitation} />
    </AriaSearchField>
  );
}

function Box({ invitation }: Readonly<{ invitation: string }>): ReactElement {
  return (
    <span className={styles['box']}>
      <span className={styles['icon']}>
        <Icon name="search" size={1} />
      </span>
      <Input className={classes(styles['input'], styles['withIcon'])} placeholder={invitation} />
    </span>
  );
}

/** The same inside an Autocomplete, which holds its value; it has the focus when it appears. */
export function AutofocusSearch({ label }: Readonly<{ label: string }>): ReactElement {
  return (
    // A palette opens to be typed into.
    <AriaSearchField aria-label={label} autoFocus>
      <Box invitation={label} />
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
