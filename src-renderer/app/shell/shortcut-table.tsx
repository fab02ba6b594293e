/** Every shortcut there is, from the one list of commands. */
import type { ReactElement } from 'react';
import { Table } from '../../ui/grid/table.tsx';
import { useWords } from '../../words/words-context.ts';
import { useAppearance } from '../appearance.ts';
import { isOnMac, shortcutText } from './shortcut.ts';
import { useCommandList } from './commands.ts';

export function ShortcutTable(): ReactElement {
  const { shell } = useWords();
  const commands = useCommandList();
  const isMac = isOnMac(navigator.platform);
  const { hasCharacterKeys } = useAppearance();
  const rows = commands.flatMap(({ id, label, shortcut, character }) => {
    const isKey = hasCharacterKeys && character !== undefined;
    const keys = [
      ...(isKey ? [character] : []),
      ...(shortcut === null ? [] : [shortcutText(shortcut, isMac)]),
    ];
    return keys.length === 0 ? [] : [{ id, label, keys }];
  });
  return (
    <Table
      caption={shell.shortcuts}
      columns={[
        { id: 'does', label: shell.commandColumn, cell: ({ label }) => label },
        {
          id: 'keys',
          label: shell.shortcutColumn,
          cell: ({ keys }) => <kbd>{keys.join(' · ')}</kbd>,
        },
      ]}
      rows={rows}
      rowId={({ id }) => id}
    />
  );
}
