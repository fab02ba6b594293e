/** A text to send to somebody who can help: shown whole, and only copied, because the service takes no such request. */
import { type ReactElement, useState } from 'react';
import { Button } from '../ui/layout/button.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { useWords } from '../words/words-context.ts';
import styles from './letter.module.css';

type CopyState = 'not-copied' | 'copied' | 'refused';

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
  const [copy, setCopy] = useState<CopyState>('not-copied');
  const text = lines.join('\n');
  const close = () => {
    setIsOpen(false);
    setCopy('not-copied');
  };
  const tryCopy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopy('copied'),
      () => setCopy('refused'),
    );
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
            {'clipboard' in navigator && (
              <Button kind="primary" onPress={() => void tryCopy()}>
                {credits.copyText}
              </Button>
            )}
          </>
        }
      >
        <p>{newcomer.sendThis}</p>
        <p className={styles['letter']}>{text}</p>
        <span role="status">
          {copy === 'copied' ? ui.copied : copy === 'refused' ? newcomer.copyRefused : ''}
        </span>
      </Dialog>
    </>
  );
}
