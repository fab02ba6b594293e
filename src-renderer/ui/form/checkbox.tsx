/** A thing that is on or off. */
import type { ReactElement, ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import { classes } from '../layout/classes.ts';
import styles from './field.module.css';
import { Icon } from '../layout/icon.tsx';

export function Checkbox({
  isSelected,
  onChange,
  isDisabled = false,
  label,
  children,
}: Readonly<{
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  /** Its name, where no text stands beside it. */
  label?: string;
  children?: ReactNode;
}>): ReactElement {
  return (
    <AriaCheckbox
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled}
      {...(label === undefined ? {} : { 'aria-label': label })}
      className={styles['choice'] ?? ''}
    >
      <span className={classes(styles['mark'])}>
        {isSelected && <Icon name="check" size={0.875} />}
      </span>
      {children !== undefined && <span>{children}</span>}
    </AriaCheckbox>
  );
}
