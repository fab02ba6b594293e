/** A file's status, derived from its chain records and the time. Nothing stores it, so nothing can be stale. */
import type { FileStatus } from '../../src-shared/service/files.ts';
import type { ChainRecord } from '../store/chain-table.ts';

type Moment = Pick<ChainRecord, 'availableAtMs' | 'isFailed'>;

/** `deletion` is null as long as nobody asked for it. */
export function fileStatus(upload: Moment, deletion: Moment | null, nowMs: number): FileStatus {
  if (deletion !== null) {
    if (nowMs < deletion.availableAtMs) return 'PendingDeletion';
    return deletion.isFailed ? 'NotarizationError' : 'Deleted';
  }
  if (nowMs < upload.availableAtMs) return 'Pending';
  return upload.isFailed ? 'NotarizationError' : 'Available';
}
