/** One of a few, all of them in sight. */
import type { ReactElement } from 'react';
import { Label, Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import styles from './field.module.css';

export interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

export function RadioGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
}: Readonly<{
  label: string;
  options: readonly RadioOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}>): ReactElement {
  return (
    <AriaRadioGroup
      value={value}
      onChange={(chosen) => onChange(chosen as Value)}
      className={styles['group'] ?? ''}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={styles['choice'] ?? ''}>
          <span className={classes(styles['mark'], styles['round'])} />
          <span>
            {option.label}
            {option.hint !== undefined && <span className={styles['hint']}> {option.hint}</span>}
          </span>
        </Radio>
      ))}
    </AriaRadioGroup>
  );
}
