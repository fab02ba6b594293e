/** A button that cannot be used right now and says why, in text that everybody sees: never a tooltip. */
import { useId, type ReactElement } from 'react';
import styles from './button.module.css';
import { Button, type ButtonProps } from './button.tsx';

export interface ReasonedButtonProps extends Omit<ButtonProps, 'isDisabled' | 'aria-describedby'> {
  /** Why it cannot be used; null when it can. */
  readonly reason: string | null;
}

export function ReasonedButton({ reason, ...rest }: ReasonedButtonProps): ReactElement {
  const id = useId();
  if (reason === null) return <Button {...rest} />;
  return (
    <span className={styles['reasoned']}>
      <Button {...rest} isDisabled aria-describedby={id} />
      <span id={id} className={styles['reason']}>
        {reason}
      </span>
    </span>
  );
}
