/**
 * Checks a destination's list once before a form is begun anew whose bytes have left before: if the service recorded
 * it, it is not sent twice.
 */
import { assertNever } from '../../src-shared/model/result.ts';
import type { UploadOutcome } from '../pipeline/common/upload-outcome.ts';
import { listProjectFiles, type ListPorts } from '../pipeline/confirm/list-project-files.ts';
import { searchUpload, type SearchPorts } from '../pipeline/confirm/search-upload.ts';
import type { PreRetryCheck } from './bind-transfer.ts';

export function makePreRetryCheck(ports: ListPorts & SearchPorts): PreRetryCheck {
  return async (job, waitsFor, signal): Promise<UploadOutcome | null> => {
    const { projectId, visibility } = job;
    const destination = { projectId, visibility };
    const read = await listProjectFiles({ ...ports, waitsFor }, destination, () => false, signal);
    if (!read.ok) {
      const { fault } = read;
      return fault === waitsFor() ? { kind: 'put-off' } : { kind: 'stopped', fault };
    }
    const found = await searchUpload(
      job,
      read.value,
      read.value.begunAtMs,
      ports,
      () => undefined,
      signal,
    );
    switch (found.kind) {
      case 'found':
        return { kind: 'recorded', fileId: found.file.fileId };
      case 'several':
        return { kind: 'unknown', why: 'several-found' };
      case 'looking':
      case 'absent':
      case 'cannot-tell':
        return null;
      default:
        return assertNever(found);
    }
  };
}
