/** One of a few, all of them in sight. */
import type { ReactElement, ReactNode } from 'react';
import {
  FieldError,
  Label,
  Radio,
  RadioGroup as AriaRadioGroup,
  Text,
} from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import styles from './field.module.css';
import { useFieldError } from './form-errors.tsx';
import { Icon } from '../layout/icon.tsx';
import { RequiredMark } from './required-mark.tsx';

export interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

export function RadioGroup<Value extends string>({
  label,
  mark,
  hint,
  error = null,
  options,
  value,
  isRequired = false,
  onChange,
}: Readonly<{
  label: string;
  /** Beside the label, such as what explains it. */
  mark?: ReactNode;
  hint?: string;
  /** What is wrong with it, in words; null when nothing is. */
  error?: string | null;
  options: readonly RadioOption<Value>[];
  /** Null, or none of the options: nothing is chosen. */
  value: Value | null;
  /** It may be empty, and has to be chosen. */
  isRequired?: boolean;
  onChange: (value: Value) => void;
}>): ReactElement {
  const field = useFieldError(label, error);
  // The Tab key comes to the chosen option alone: a value that no option has would keep it out of all of them.
  const chosen = options.some((option) => option.value === value) ? value : null;
  return (
    <AriaRadioGroup
      ref={field}
      value={chosen}
      onChange={(next) => onChange(next as Value)}
      isRequired={isRequired}
      isInvalid={error !== null}
      validationBehavior="aria"
      className={styles['group'] ?? ''}
    >
      <span className={styles['labelled']}>
        <Label className={styles['label'] ?? ''}>{label}</Label>
        {isRequired && <RequiredMark />}
        {mark}
      </span>
      {hint !== undefined && (
        <Text slot="description" className={styles['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={styles['choice'] ?? ''}>
          <span className={classes(styles['mark'], styles['round'])} />
          <span>
            {option.label}
            {option.hint !== undefined && <span className={styles['hint']}> {option.hint}</span>}
          </span>
        </Radio>
      ))}
      <FieldError className={styles['error'] ?? ''}>
        <Icon name="octagon-exclamation-point" size={1} />
        {error}
      </FieldError>
    </AriaRadioGroup>
  );
}
