/** Copies a text to send to somebody, and says that it did, or that the browser refused. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import { Button, IconButton } from './button.tsx';
import { useCopy } from './use-copy.tsx';

export function CopyButton({
  label,
  text,
  isSmall = true,
}: Readonly<{ label: string; text: string; isSmall?: boolean }>): ReactElement | null {
  const { canCopy, copy, isCopied, refusal } = useCopy();
  if (!canCopy) return null;
  return (
    <>
      <Button isSmall={isSmall} icon={isCopied ? 'check' : 'copy'} onPress={() => copy(text)}>
        {label}
      </Button>
      {refusal}
    </>
  );
}

/** `what`: what is copied, such as "SHA-256". */
export function CopyIconButton({
  what,
  text,
}: Readonly<{ what: string; text: string }>): ReactElement | null {
  const { ui } = useWords();
  const { canCopy, copy, isCopied, refusal } = useCopy();
  if (!canCopy) return null;
  return (
    <>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={ui.copy(what)}
        onPress={() => copy(text)}
      />
      {refusal}
    </>
  );
}
