/** How much of its present step a file has done, from what the core said last; null when that is not known. Pure. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import type { CoreView } from '../../data/core-store.ts';
import { useCore } from '../../data/bridge-context.ts';

export function shareOf(
  progress: CoreView['progress'],
  { id, state }: Pick<FileListRow, 'id' | 'state'>,
): number | null {
  const now = progress.get(id);
  if (now === undefined || now.state !== state || now.totalBytes === 0) return null;
  // The last byte has left; nobody knows yet that it arrived.
  if (state === 'uploading' && now.doneBytes >= now.totalBytes) return null;
  return now.doneBytes / now.totalBytes;
}

/** How much of its present step a file has done; null when that is not known. */
export function useShare(file: FileListRow): number | null {
  return useCore(({ progress }) => shareOf(progress, file));
}
