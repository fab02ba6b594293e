/** A fingerprint in groups of four, to be compared by eye, with a button that copies it in one piece. */
import type { ReactElement } from 'react';
import { useWords } from '../words/words-context.ts';
import { IconButton } from '../ui/layout/button.tsx';
import styles from './fingerprint.module.css';
import { useAnnounce } from '../ui/feedback/live-region.tsx';

export function groupByFour(hash: string): string {
  return hash.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}

/** `method`: what it is called, such as "SHA-256". */
export function Fingerprint({
  hash,
  method,
}: Readonly<{ hash: string; method: string }>): ReactElement {
  const { ui } = useWords();
  const announce = useAnnounce();
  const copy = async () => {
    await navigator.clipboard.writeText(hash);
    announce(ui.copied);
  };
  return (
    <span className={styles['fingerprint']}>
      <code className={styles['hash']} translate="no">
        {groupByFour(hash)}
      </code>
      {/* Only a page of a secure origin may write to the clipboard; the text can be selected everywhere. */}
      {'clipboard' in navigator && (
        <IconButton icon="copy" label={ui.copy(method)} onPress={() => void copy()} />
      )}
    </span>
  );
}
