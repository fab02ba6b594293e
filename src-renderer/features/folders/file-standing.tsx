/** How the files of a folder stand: a drawing, and the same in words. */
import type { ReactElement } from 'react';
import { countText, type FileCounts } from '../../parts/count-text.ts';
import { ShareBar } from '../../ui/chart/share-bar.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './folders.module.css';

export function FileStanding({
  counts,
  bytes,
}: Readonly<{ counts: FileCounts; bytes: number }>): ReactElement {
  const words = useWords();
  const { folders, figures } = words;
  return (
    <div className={styles['standing']}>
      <ShareBar shares={counts} />
      <p>
        {`${folders.files(counts.files)} · ${figures.size(bytes)}`}
        {counts.files > 0 && ` · ${countText(counts, words)}`}
      </p>
    </div>
  );
}
