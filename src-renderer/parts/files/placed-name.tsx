/** A file's name, and below it where it lies: instruments give one name in many folders. */
import type { ReactElement, ReactNode } from 'react';
import listing from '../../ui/grid/listing.module.css';
import { useWords } from '../../words/words-context.ts';
import { FileName } from './file-name.tsx';

export function PlacedName({
  name,
  folderPath,
  children,
}: Readonly<{
  name: string;
  /** As a `FileView` has it; null: it lies nowhere here, as far as is known. */
  folderPath: string | null;
  /** What else stands there. */
  children?: ReactNode;
}>): ReactElement {
  const hasMore = children !== undefined && children !== null;
  return (
    <span className={listing['nameCell']}>
      <FileName name={name} />
      {(folderPath !== null || hasMore) && (
        <span className={listing['place']}>
          {folderPath !== null && <FolderPath path={folderPath} />}
          {folderPath !== null && hasMore && <span>·</span>}
          {hasMore && <span className={listing['second']}>{children}</span>}
        </span>
      )}
    </span>
  );
}

/** `path`: empty for a copy that Labseal keeps. */
export function FolderPath({ path }: Readonly<{ path: string }>): ReactElement {
  const { folders } = useWords();
  return path === '' ? <span>{folders.addedByHand}</span> : <FileName name={path} />;
}
