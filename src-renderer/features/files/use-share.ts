/** How much of its present step a file has done; null when that is not known. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useCore } from '../../data/bridge-context.ts';
import { shareOf } from './share-of.ts';

export function useShare(file: FileListRow): number | null {
  return useCore(({ progress }) => shareOf(progress, file));
}
