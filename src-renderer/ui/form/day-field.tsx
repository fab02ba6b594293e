/** A day, chosen the way the browser does it; empty for none. */
import type { ReactElement } from 'react';
import { FieldError, Input, Label, TextField } from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import styles from './field.module.css';
import { useFieldError } from './form-errors.tsx';
import { Icon } from '../layout/icon.tsx';

/** `value`: YYYY-MM-DD, or empty. */
export function DayField({
  label,
  value,
  onChange,
  isInForm = false,
  error = null,
}: Readonly<{
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** With its label above, as the fields of a form have it. */
  isInForm?: boolean;
  /** What is wrong with it, in words; null when nothing is. */
  error?: string | null;
}>): ReactElement {
  const field = useFieldError(label, error);
  return (
    <TextField
      ref={field}
      type="date"
      value={value}
      onChange={onChange}
      isInvalid={error !== null}
      validationBehavior="aria"
      className={styles[isInForm ? 'field' : 'inline'] ?? ''}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <Input className={classes(styles['input'], !isInForm && styles['day'])} />
      <FieldError className={styles['error'] ?? ''}>
        <Icon name="octagon-exclamation-point" size={1} />
        {error}
      </FieldError>
    </TextField>
  );
}
