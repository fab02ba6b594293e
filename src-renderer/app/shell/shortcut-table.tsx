/** Every shortcut there is, from the one list of commands. */
import type { ReactElement } from 'react';
import { Table } from '../../ui/grid/table.tsx';
import { useWords } from '../../words/words-context.ts';
import { isOnMac, shortcutText } from './shortcut.ts';
import { useCommandList } from './commands.ts';

export function ShortcutTable(): ReactElement {
  const { shell } = useWords();
  const commands = useCommandList();
  const isMac = isOnMac(navigator.platform);
  const rows = commands.flatMap(({ id, label, shortcut }) =>
    shortcut === null ? [] : [{ id, label, keys: shortcutText(shortcut, isMac) }],
  );
  return (
    <Table
      caption={shell.shortcuts}
      columns={[
        { id: 'does', label: shell.commandColumn, cell: ({ label }) => label },
        { id: 'keys', label: shell.shortcutColumn, cell: ({ keys }) => <kbd>{keys}</kbd> },
      ]}
      rows={rows}
      rowId={({ id }) => id}
    />
  );
}
