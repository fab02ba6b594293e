/** More about something, opened by a button beside it. */
import { type ReactElement, type ReactNode, useState } from 'react';
import { Button as AriaButton, DialogTrigger, Popover as AriaPopover } from 'react-aria-components';
import { Button, IconButton } from '../layout/button.tsx';
import field from '../form/field.module.css';
import { Icon, type IconName } from '../layout/icon.tsx';
import { classes } from '../layout/classes.ts';
import styles from './overlay.module.css';

/** A button of a row of filters: says what is chosen, and opens what to choose from. */
export function PopoverButton({
  label,
  text,
  children,
}: Readonly<{
  label: string;
  /** What is chosen; the label itself where nothing is. */
  text: string;
  children: (close: () => void) => ReactNode;
}>): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <AriaButton
        aria-label={text === label ? label : `${text} ${label}`}
        className={classes(field['input'], field['trigger'], styles['chooser'])}
      >
        <span className={styles['chosen']}>{text}</span>
        <Icon name="chevron-down" size={1} />
      </AriaButton>
      <AriaPopover className={styles['pop'] ?? ''} aria-label={label}>
        {children(() => setIsOpen(false))}
      </AriaPopover>
    </DialogTrigger>
  );
}

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
      <AriaPopover className={classes(styles['pop'], styles['text'])} aria-label={label}>
        {children}
      </AriaPopover>
    </DialogTrigger>
  );
}
