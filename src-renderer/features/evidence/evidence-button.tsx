/** Opens the dialog that makes evidence of something. */
import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/words-context.ts';
import { EvidenceDialog, type EvidenceDialogProps } from './evidence-dialog.tsx';

export function EvidenceButton({
  isSmall = false,
  onClose,
  ...dialog
}: Omit<EvidenceDialogProps, 'onClose'> & {
  readonly isSmall?: boolean;
  readonly onClose?: () => void;
}): ReactElement {
  const { evidence } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => {
    setIsOpen(false);
    onClose?.();
  };
  return (
    <>
      <Button isSmall={isSmall} onPress={() => setIsOpen(true)}>
        {evidence.export}
      </Button>
      {isOpen && <EvidenceDialog {...dialog} onClose={close} />}
    </>
  );
}
