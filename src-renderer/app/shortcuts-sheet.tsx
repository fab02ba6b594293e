/** Every shortcut there is, from the one list of commands. */
import type { ReactElement } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Table } from '../ui/table.tsx';
import { useWords } from '../words/words-context.ts';
import type { Command } from './commands.ts';
import { shortcutText } from './shortcut.ts';

export function ShortcutsSheet({
  commands,
  isMac,
  isOpen,
  onClose,
}: Readonly<{
  commands: readonly Command[];
  isMac: boolean;
  isOpen: boolean;
  onClose: () => void;
}>): ReactElement {
  const { shell } = useWords();
  const rows = commands.flatMap(({ id, label, shortcut }) =>
    shortcut === null ? [] : [{ id, label, keys: shortcutText(shortcut, isMac) }],
  );
  return (
    <Dialog title={shell.shortcuts} isOpen={isOpen} onClose={onClose}>
      <Table
        caption={shell.shortcuts}
        columns={[
          { id: 'does', label: shell.commandColumn, cell: ({ label }) => label },
          { id: 'keys', label: shell.shortcutColumn, cell: ({ keys }) => <kbd>{keys}</kbd> },
        ]}
        rows={rows}
        rowId={({ id }) => id}
      />
    </Dialog>
  );
}
