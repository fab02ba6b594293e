/** Finds something by its name and opens it, or runs it. What is found is decided by the caller. */
import { type ReactElement, useEffect, useRef } from 'react';
import { Autocomplete, Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import { Dialog } from './dialog.tsx';
import { Icon, type IconName } from '../layout/icon.tsx';
import overlay from './overlay.module.css';
import { AutofocusSearch } from '../form/search-field.tsx';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  /** Where it lies, below its label. */
  readonly place?: string;
  /** Its shortcut, or where it is. */
  readonly side: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly title: string;
  /** Behind the title. */
  readonly note?: string;
  readonly entries: readonly PaletteEntry[];
}

export function Palette({
  title,
  placeholder,
  nothing,
  text,
  onText,
  isAwaited,
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
  /** The answer to this text is on its way, and `groups` may be those of an earlier one: Enter waits for it. */
  isAwaited: boolean;
  /** Empty ones are left out. */
  groups: readonly PaletteGroup[];
  onClose: () => void;
}>): ReactElement {
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const isEntered = useRef(false);
  const open = ({ run }: PaletteEntry) => {
    onClose();
    run();
  };
  useEffect(() => {
    if (isAwaited || !isEntered.current) return;
    isEntered.current = false;
    const first = shown[0]?.entries[0];
    if (first !== undefined) open(first);
  });
  return (
    <Dialog title={title} isOpen onClose={onClose} place="top">
      <Autocomplete
        inputValue={text}
        onInputChange={(typed) => {
          isEntered.current = false;
          onText(typed);
        }}
      >
        {/* Before the list gets it. What ends a word of an input method is no choice. */}
        <div
          role="presentation"
          onKeyDownCapture={(event) => {
            if (!isAwaited || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.stopPropagation();
            isEntered.current = true;
          }}
        >
          <AutofocusSearch label={placeholder} />
        </div>
        {/* The entries are chosen from the field; who scrolls by keys comes to the list itself. */}
        <div role="group" aria-label={title} tabIndex={0} className={overlay['scroll']}>
          <Menu
            aria-label={title}
            renderEmptyState={() => <p className={overlay['side']}>{nothing}</p>}
          >
            {shown.map((group) => (
              <MenuSection key={group.title} id={group.title}>
                <Header className={overlay['groupTitle'] ?? ''}>
                  {[group.title, ...(group.note === undefined ? [] : [group.note])].join(' · ')}
                </Header>
                {group.entries.map((entry) => (
                  <MenuItem
                    key={entry.id}
                    id={entry.id}
                    textValue={entry.label}
                    className={overlay['item'] ?? ''}
                    onAction={() => open(entry)}
                  >
                    <Icon name={entry.icon} />
                    <span className={overlay['itemLabel']}>
                      {entry.label}
                      {entry.place !== undefined && entry.place !== '' && (
                        <span className={overlay['below']}>{entry.place}</span>
                      )}
                    </span>
                    <span className={overlay['side']}>{entry.side}</span>
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
