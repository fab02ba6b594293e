/** What several files cost at most. Equal contents count as often as they are there: never less than is charged. Pure. */
import type { FileListRow, SpendOffer } from '../../src-shared/bridge/file-calls.ts';

export function sumOf(
  files: readonly Pick<FileListRow, 'sizeBytes' | 'credits' | 'isPriceExact'>[],
): SpendOffer {
  return {
    files: files.length,
    bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    credits: files.reduce((sum, { credits }) => sum + credits, 0),
    isExact: files.every(({ isPriceExact }) => isPriceExact),
    changedFiles: 0,
  };
}
