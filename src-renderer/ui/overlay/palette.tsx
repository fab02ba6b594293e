/** Finds a command by its name and runs it. */
import type { ReactElement } from 'react';
import { Autocomplete, Menu, MenuItem, useFilter } from 'react-aria-components';
import { Dialog } from './dialog.tsx';
import { Icon, type IconName } from '../layout/icon.tsx';
import overlay from './overlay.module.css';
import { AutofocusSearch } from '../form/search-field.tsx';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** Its shortcut. */
  readonly side: string;
  readonly run: () => void;
}

export function Palette({
  title,
  placeholder,
  nothing,
  entries,
  isOpen,
  onClose,
}: Readonly<{
  title: string;
  placeholder: string;
  /** Said when no entry fits. */
  nothing: string;
  entries: readonly PaletteEntry[];
  isOpen: boolean;
  onClose: () => void;
}>): ReactElement {
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} place="top">
      <Autocomplete filter={contains}>
        <AutofocusSearch label={placeholder} />
        <Menu
          aria-label={title}
          items={entries}
          className={overlay['scroll'] ?? ''}
          renderEmptyState={() => <p className={overlay['side']}>{nothing}</p>}
        >
          {(entry) => (
            <MenuItem
              id={entry.id}
              textValue={entry.label}
              className={overlay['item'] ?? ''}
              onAction={() => {
                onClose();
                entry.run();
              }}
            >
              <Icon name={entry.icon} />
              <span className={overlay['itemLabel']}>{entry.label}</span>
              <span className={overlay['side']}>{entry.side}</span>
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}
