/** Where a file can be dropped. The same is possible with its button, and from the keyboard. */
import { useId, useRef, type DragEvent, type ReactElement, type ReactNode } from 'react';
import {
  DropZone as AriaDropZone,
  FileTrigger,
  isDirectoryDropItem,
  isFileDropItem,
} from 'react-aria-components';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import styles from './drop-zone.module.css';
import field from './field.module.css';
import { useFieldError } from './form-errors.tsx';

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
  onDropped,
  error = null,
  hasButton = true,
  children,
}: Readonly<{
  label: string;
  isMultiple?: boolean;
  /** What can be dropped, up to "or": one thing that is wanted, though several are taken. */
  invitation?: string;
  onFiles: (files: readonly File[]) => void;
  /** `name` also where the browser tells nothing else of it. */
  onFolder?: (folder: File | null, name: string) => void;
  /** What was dropped, as the browser has it only while that is told. */
  onDropped?: (data: DataTransfer) => void;
  /** What is wrong with it, in words; null when nothing is. */
  error?: string | null;
  /** False: files are not what is meant, so there is no dialog that chooses one. */
  hasButton?: boolean;
  /** Other ways to say which file, beside its own button. */
  children?: ReactNode;
}>): ReactElement {
  const { ui } = useWords();
  const errorId = useId();
  const element = useFieldError(label, error);
  /** As the browser itself tells them, folders among them. */
  const dropped = useRef<readonly File[]>([]);
  const keep = ({ dataTransfer }: DragEvent) => {
    dropped.current = [...dataTransfer.files];
    onDropped?.(dataTransfer);
  };
  const give = (files: readonly File[]) => {
    if (files.length > 0) onFiles(files);
  };
  return (
    <div ref={element} data-drop-zone onDropCapture={keep}>
      {/* A label of the library's kind is said after its own name of the component. */}
      <AriaDropZone
        aria-label={label}
        className={styles['zone'] ?? ''}
        onDrop={({ items }) => {
          const folder = items.find(isDirectoryDropItem);
          if (folder !== undefined) {
            const { name } = folder;
            onFolder?.(dropped.current.find((each) => each.name === name) ?? null, name);
          }
          void Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())).then(give);
        }}
      >
        <span>{label}</span>
        <span className={styles['line']}>
          <span>{invitation ?? (isMultiple ? ui.dropFilesHere : ui.dropHere)}</span>
          {hasButton && (
            <FileTrigger
              allowsMultiple={isMultiple}
              onSelect={(files) => give(files === null ? [] : [...files])}
            >
              <Button isSmall {...(error === null ? {} : { 'aria-describedby': errorId })}>
                {isMultiple && invitation === undefined ? ui.chooseFiles : ui.chooseFile}
              </Button>
            </FileTrigger>
          )}
          {children}
        </span>
      </AriaDropZone>
      {error !== null && (
        <p id={errorId} className={field['error']}>
          <Icon name="octagon-exclamation-point" size={1} />
          {error}
        </p>
      )}
    </div>
  );
}
