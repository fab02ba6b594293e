/** More about something, opened by a button beside it. */
import type { ReactElement, ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover as AriaPopover } from 'react-aria-components';
import { Button, IconButton } from '../layout/button.tsx';
import type { IconName } from '../layout/icon.tsx';
import { classes } from '../layout/classes.ts';
import styles from './overlay.module.css';

export function Popover({
  label,
  icon,
  children,
}: Readonly<{
  label: string;
  /** Shown in place of the label. */
  icon?: IconName;
  children: ReactNode;
}>): ReactElement {
  return (
    <DialogTrigger>
      {icon === undefined ? (
        <Button isSmall>{label}</Button>
      ) : (
        <IconButton icon={icon} label={label} />
      )}
      <AriaPopover className={classes(styles['pop'], styles['text'])}>
        <Dialog aria-label={label}>{children}</Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
