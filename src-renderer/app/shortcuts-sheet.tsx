/** The shortcuts, from anywhere. */
import type { ReactElement } from 'react';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { useWords } from '../words/words-context.ts';
import { ShortcutTable } from './settings/shortcut-table.tsx';

export function ShortcutsSheet({
  isOpen,
  onClose,
}: Readonly<{ isOpen: boolean; onClose: () => void }>): ReactElement {
  const { shell } = useWords();
  return (
    <Dialog title={shell.shortcuts} isOpen={isOpen} onClose={onClose}>
      <ShortcutTable />
    </Dialog>
  );
}
