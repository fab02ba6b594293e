/** Finds something by its name and opens it, or runs it. What is found is decided by whoever shows it. */
import type { ReactElement } from 'react';
import { Autocomplete, Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import { Dialog } from './dialog.tsx';
import { Icon, type IconName } from '../layout/icon.tsx';
import overlay from './overlay.module.css';
import { AutofocusSearch } from '../form/search-field.tsx';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** Its shortcut, or where it is. */
  readonly side: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

export function Palette({
  title,
  placeholder,
  nothing,
  text,
  onText,
  groups,
  onClose,
}: Readonly<{
  title: string;
  placeholder: string;
  /** Said when there is no entry. */
  nothing: string;
  /** What was typed. */
  text: string;
  onText: (text: string) => void;
  /** Empty ones are left out. */
  groups: readonly PaletteGroup[];
  onClose: () => void;
}>): ReactElement {
  return (
    <Dialog title={title} isOpen onClose={onClose} place="top">
      <Autocomplete inputValue={text} onInputChange={onText}>
        <AutofocusSearch label={placeholder} />
        {/* The entries are chosen from the field; who scrolls by keys comes to the list itself. */}
        <div role="group" aria-label={title} tabIndex={0} className={overlay['scroll']}>
          <Menu
            aria-label={title}
            renderEmptyState={() => <p className={overlay['side']}>{nothing}</p>}
          >
            {groups
              .filter(({ entries }) => entries.length > 0)
              .map((group) => (
                <MenuSection key={group.title} id={group.title}>
                  <Header className={overlay['groupTitle'] ?? ''}>{group.title}</Header>
                  {group.entries.map(({ id, label, icon, side, run }) => (
                    <MenuItem
                      key={id}
                      id={id}
                      textValue={label}
                      className={overlay['item'] ?? ''}
                      onAction={() => {
                        onClose();
                        run();
                      }}
                    >
                      <Icon name={icon} />
                      <span className={overlay['itemLabel']}>{label}</span>
                      <span className={overlay['side']}>{side}</span>
                    </MenuItem>
                  ))}
                </MenuSection>
              ))}
          </Menu>
        </div>
      </Autocomplete>
    </Dialog>
  );
}
