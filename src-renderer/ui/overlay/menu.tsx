/** What can be done with something, behind a button or where somebody pressed. */
import { type ReactElement, useRef } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button, IconButton } from '../layout/button.tsx';
import { classes } from '../layout/classes.ts';
import { Icon, type IconName } from '../layout/icon.tsx';
import styles from './overlay.module.css';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly isDangerous?: boolean;
  readonly onAction: () => void;
}

/** With `icon` the button is that shape alone and `label` its name. */
export function MenuButton({
  label,
  icon,
  isSmall = false,
  entries,
}: Readonly<{
  label: string;
  icon?: IconName;
  isSmall?: boolean;
  entries: readonly MenuEntry[];
}>): ReactElement {
  return (
    <MenuTrigger>
      {icon === undefined ? (
        <Button isSmall={isSmall}>{label}</Button>
      ) : (
        <IconButton icon={icon} label={label} />
      )}
      <Popover className={styles['pop'] ?? ''}>
        <Entries label={label} entries={entries} />
      </Popover>
    </MenuTrigger>
  );
}

/** A place in the window, in pixels from its upper left corner. */
export interface MenuPlace {
  readonly xPx: number;
  readonly yPx: number;
}

/** A menu where somebody pressed, as the system's own menus are. */
export function ContextMenu({
  label,
  place,
  entries,
  onClose,
}: Readonly<{
  label: string;
  place: MenuPlace;
  entries: readonly MenuEntry[];
  onClose: () => void;
}>): ReactElement {
  const corner = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span
        ref={corner}
        className={styles['corner']}
        style={{ left: `${place.xPx}px`, top: `${place.yPx}px` }}
      />
      <Popover
        isOpen
        triggerRef={corner}
        placement="bottom start"
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
        className={styles['pop'] ?? ''}
      >
        <Entries label={label} entries={entries} onClose={onClose} />
      </Popover>
    </>
  );
}

function Entries({
  label,
  entries,
  onClose,
}: Readonly<{
  label: string;
  entries: readonly MenuEntry[];
  onClose?: () => void;
}>): ReactElement {
  return (
    <AriaMenu
      aria-label={label}
      {...(onClose === undefined ? {} : { autoFocus: 'first', onClose })}
    >
      {entries.map((entry) => (
        <MenuItem
          key={entry.id}
          id={entry.id}
          textValue={entry.label}
          onAction={entry.onAction}
          className={classes(styles['item'], entry.isDangerous === true && styles['danger'])}
        >
          {entry.icon !== undefined && <Icon name={entry.icon} />}
          <span className={styles['itemLabel']}>{entry.label}</span>
        </MenuItem>
      ))}
    </AriaMenu>
  );
}
