/** Goes to another page, and looks like the button that stands beside it. */
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import type { ButtonKind } from './button.tsx';
import styles from './button.module.css';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';

export function LinkButton({
  to,
  kind = 'secondary',
  icon,
  isSmall = false,
  label,
  state,
  children,
}: Readonly<{
  to: string;
  kind?: ButtonKind;
  icon?: IconName;
  isSmall?: boolean;
  /** Its accessible name, where the text alone could be one of several. */
  label?: string;
  /** Handed to that page by the router. */
  state?: unknown;
  children: ReactNode;
}>): ReactElement {
  return (
    <Link
      to={to}
      state={state}
      aria-label={label}
      className={classes(
        styles['button'],
        styles['link'],
        styles[kind],
        isSmall && styles['small'],
      )}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Link>
  );
}
