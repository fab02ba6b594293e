/** Where a file can be dropped. The same is possible with its button, and from the keyboard. */
import { useRef, type DragEvent, type ReactElement, type ReactNode } from 'react';
import {
  DropZone as AriaDropZone,
  FileTrigger,
  isDirectoryDropItem,
  isFileDropItem,
  Text,
} from 'react-aria-components';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../layout/button.tsx';
import styles from './drop-zone.module.css';

/**
 * `onFiles` is called with at least one file. A page cannot follow folders; what it was given of one is told, for a window
 * that knows where it lies.
 */
export function DropZone({
  label,
  isMultiple = false,
  invitation,
  onFiles,
  onFolder,
  children,
}: Readonly<{
  label: string;
  isMultiple?: boolean;
  /** What can be dropped, up to "or": one thing that is wanted, though several are taken. */
  invitation?: string;
  onFiles: (files: readonly File[]) => void;
  onFolder?: (folder: File | null) => void;
  /** Other ways to say which file, beside its own button. */
  children?: ReactNode;
}>): ReactElement {
  const { ui } = useWords();
  /** As the browser itself tells them, folders among them. */
  const dropped = useRef<readonly File[]>([]);
  const keep = ({ dataTransfer }: DragEvent) => {
    dropped.current = [...dataTransfer.files];
  };
  const give = (files: readonly File[]) => {
    if (files.length > 0) onFiles(files);
  };
  return (
    <div onDropCapture={keep}>
      <AriaDropZone
        className={styles['zone'] ?? ''}
        onDrop={({ items }) => {
          const folder = items.find(isDirectoryDropItem);
          if (folder !== undefined) {
            onFolder?.(dropped.current.find(({ name }) => name === folder.name) ?? null);
          }
          void Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())).then(give);
        }}
      >
        <Text slot="label">{label}</Text>
        <span className={styles['line']}>
          <span>{invitation ?? (isMultiple ? ui.dropFilesHere : ui.dropHere)}</span>
          <FileTrigger
            allowsMultiple={isMultiple}
            onSelect={(files) => give(files === null ? [] : [...files])}
          >
            <Button isSmall>
              {isMultiple && invitation === undefined ? ui.chooseFiles : ui.chooseFile}
            </Button>
          </FileTrigger>
          {children}
        </span>
      </AriaDropZone>
    </div>
  );
}
