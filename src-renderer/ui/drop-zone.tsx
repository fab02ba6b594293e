/** Where a file can be dropped. The same is possible with its button, and from the keyboard. */
import type { ReactElement } from 'react';
import { DropZone as AriaDropZone, FileTrigger, isFileDropItem, Text } from 'react-aria-components';
import { useWords } from '../words/words-context.ts';
import { Button } from './button.tsx';
import styles from './drop-zone.module.css';

/** `onFiles` is called with at least one file. Folders are left out: a page cannot follow them. */
export function DropZone({
  label,
  isMultiple = false,
  onFiles,
}: Readonly<{
  label: string;
  isMultiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}>): ReactElement {
  const { ui } = useWords();
  const give = (files: readonly File[]) => {
    if (files.length > 0) onFiles(files);
  };
  return (
    <AriaDropZone
      className={styles['zone'] ?? ''}
      onDrop={({ items }) => {
        void Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())).then(give);
      }}
    >
      <Text slot="label">{label}</Text>
      <span className={styles['line']}>
        <span>{isMultiple ? ui.dropFilesHere : ui.dropHere}</span>
        <FileTrigger
          allowsMultiple={isMultiple}
          onSelect={(files) => give(files === null ? [] : [...files])}
        >
          <Button isSmall>{isMultiple ? ui.chooseFiles : ui.chooseFile}</Button>
        </FileTrigger>
      </span>
    </AriaDropZone>
  );
}
