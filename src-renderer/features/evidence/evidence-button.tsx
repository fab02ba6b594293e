/** Opens the dialog that makes evidence of something. */
import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/layout/button.tsx';
import { useWords } from '../../words/words-context.ts';
import { EvidenceDialog, type EvidenceDialogProps } from './evidence-dialog.tsx';

export function EvidenceButton(dialog: Omit<EvidenceDialogProps, 'onClose'>): ReactElement {
  const { evidence } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="shield-check" onPress={() => setIsOpen(true)}>
        {evidence.export}
      </Button>
      {isOpen && <EvidenceDialog {...dialog} onClose={() => setIsOpen(false)} />}
    </>
  );
}
