/** A day, chosen the way the browser does it; empty for none. */
import type { ReactElement } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { classes } from './classes.ts';
import styles from './field.module.css';

/** `value`: YYYY-MM-DD, or empty. */
export function DayField({
  label,
  value,
  onChange,
}: Readonly<{ label: string; value: string; onChange: (value: string) => void }>): ReactElement {
  return (
    <TextField type="date" value={value} onChange={onChange} className={styles['inline'] ?? ''}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <Input className={classes(styles['input'], styles['day'])} />
    </TextField>
  );
}
