/**
 * A certificate that can be dragged into a folder or a message. A window of its own drags the saved file; in a browser
 * the browser writes it (`DownloadURL`, which Chromium knows; elsewhere nothing happens). Nobody depends on it: saving is
 * a button.
 */
import { useEffect, useRef, type ReactElement } from 'react';
import { useCall, useCore } from '../../data/bridge-context.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import { safeFileName } from '../../ui/layout/save-file.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './certificates.module.css';

export function DragOut({
  fileId,
  name,
  bytes,
}: Readonly<{
  /** The service's id of the version it proves. */
  fileId: string;
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}>): ReactElement {
  const { certificates } = useWords();
  const isNative = useCore(({ abilities }) => abilities.dragPaths === true);
  const dragNatively = useCall('desktop.dragOut');
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
      onDragStart={(event) => {
        if (isNative) {
          event.preventDefault(); // the window drags the saved file itself
          void dragNatively({ form: 'pdf', asked: fileId });
          return;
        }
        const { dataTransfer } = event;
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
