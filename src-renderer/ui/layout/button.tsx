/** The button: one filled one per screen, the rest outlined or quiet. What spends carries its number in the label. */
import type { ReactElement, ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  ProgressBar,
} from 'react-aria-components';
import { useWords } from '../../words/words-context.ts';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  readonly isSmall?: boolean;
  readonly children: ReactNode;
}

/** While `isPending` it keeps the focus, answers no press and says so. */
export function Button({
  kind = 'secondary',
  icon,
  isSmall = false,
  children,
  ...rest
}: ButtonProps): ReactElement {
  const { ui } = useWords();
  return (
    <AriaButton
      {...rest}
      className={classes(styles['button'], styles[kind], isSmall && styles['small'])}
    >
      {rest.isPending === true ? (
        // The library announces what this bar is called.
        <ProgressBar aria-label={ui.working} isIndeterminate>
          <Icon name="hourglass" />
        </ProgressBar>
      ) : (
        icon !== undefined && <Icon name={icon} />
      )}
      {children}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<
  AriaButtonProps,
  'className' | 'style' | 'children' | 'aria-label'
> {
  readonly icon: IconName;
  readonly label: string;
}

/** A shape alone, for places where the meaning is known; the label is its accessible name. */
export function IconButton({ icon, label, ...rest }: IconButtonProps): ReactElement {
  return (
    <AriaButton
      {...rest}
      aria-label={label}
      className={classes(styles['button'], styles['quiet'], styles['iconOnly'])}
    >
      <Icon name={icon} />
    </AriaButton>
  );
}
