/**
 * A certificate that can be dragged into a folder or a message. The browser writes the file itself (`DownloadURL`, which
 * Chromium knows; elsewhere nothing happens), so nobody depends on it: saving is a button.
 */
import { useEffect, useRef, type ReactElement } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { safeFileName } from '../../ui/save-file.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './certificates.module.css';

export function DragOut({
  name,
  bytes,
}: Readonly<{ name: string; bytes: Uint8Array<ArrayBuffer> }>): ReactElement {
  const { certificates } = useWords();
  const address = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (address.current !== null) URL.revokeObjectURL(address.current);
      address.current = null;
    },
    [bytes],
  );
  return (
    <div
      draggable
      aria-hidden="true"
      className={styles['dragOut']}
      onDragStart={({ dataTransfer }) => {
        address.current ??= URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
        // A colon would end the name early; safeFileName leaves none.
        dataTransfer.setData(
          'DownloadURL',
          `application/pdf:${safeFileName(name)}:${address.current}`,
        );
        dataTransfer.effectAllowed = 'copy';
      }}
    >
      <Icon name="grip-vertical" size={1} />
      {certificates.dragOut}
    </div>
  );
}
