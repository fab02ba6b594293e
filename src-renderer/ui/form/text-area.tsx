/** Several lines of text with their label and hint. */
import type { ReactElement } from 'react';
import { Label, Text, TextArea as AriaTextArea, TextField } from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import styles from './field.module.css';

export function TextArea({
  label,
  hint,
  rows = 3,
  value,
  onChange,
}: Readonly<{
  label: string;
  hint: string;
  rows?: number;
  value: string;
  onChange: (value: string) => void;
}>): ReactElement {
  return (
    <TextField value={value} onChange={onChange} className={styles['field'] ?? ''}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <AriaTextArea rows={rows} className={classes(styles['input'], styles['lines'])} />
      <Text slot="description" className={styles['hint'] ?? ''}>
        {hint}
      </Text>
    </TextField>
  );
}
