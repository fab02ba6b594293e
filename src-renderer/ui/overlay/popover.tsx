/** More about something, opened by a button beside it. */
import type { ReactElement, ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover as AriaPopover } from 'react-aria-components';
import { Button } from '../layout/button.tsx';
import { classes } from '../layout/classes.ts';
import styles from './overlay.module.css';

export function Popover({
  label,
  children,
}: Readonly<{ label: string; children: ReactNode }>): ReactElement {
  return (
    <DialogTrigger>
      <Button isSmall>{label}</Button>
      <AriaPopover className={classes(styles['pop'], styles['text'])}>
        <Dialog aria-label={label}>{children}</Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
