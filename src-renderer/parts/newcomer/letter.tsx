/** A text to send to somebody who can help: shown whole, and only copied, because the service takes no such request. */
import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/layout/button.tsx';
import { useCopy } from '../../ui/layout/use-copy.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './newcomer.module.css';

export function Letter({
  label,
  title,
  lines,
}: Readonly<{
  /** Of the button that shows it. */
  label: string;
  title: string;
  lines: readonly string[];
}>): ReactElement {
  const { credits, newcomer, ui } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const { canCopy, copy, isCopied, forget, refusal } = useCopy();
  const text = lines.join('\n');
  const close = () => {
    setIsOpen(false);
    forget();
  };
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>{label}</Button>
      <Dialog
        title={title}
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>{ui.close}</Button>
            {canCopy && (
              <Button kind="primary" onPress={() => copy(text)}>
                {credits.copyText}
              </Button>
            )}
          </>
        }
      >
        <p>{newcomer.sendThis}</p>
        <p className={styles['letter']}>{text}</p>
        <span role="status">{isCopied ? ui.copied : ''}</span>
        {refusal}
      </Dialog>
    </>
  );
}
