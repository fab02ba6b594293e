/** Copies a text to send to somebody, and says that it did. Only where the browser lets a page write to the clipboard. */
import { useState, type ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import { Button } from './button.tsx';
import { useAnnounce } from '../feedback/live-region.tsx';

export function CopyButton({
  label,
  text,
  isSmall = true,
}: Readonly<{ label: string; text: string; isSmall?: boolean }>): ReactElement | null {
  const { ui } = useWords();
  const announce = useAnnounce();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    announce(ui.copied);
  };
  if (!('clipboard' in navigator)) return null;
  return (
    <Button isSmall={isSmall} icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
      {label}
    </Button>
  );
}
