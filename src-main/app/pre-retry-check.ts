/**
 * Checks a destination's list once before a form is begun anew whose bytes have left before: if the service recorded
 * it, it is not sent twice.
 */
import { assertNever } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import { concernsEverything } from '../pipeline/common/circuit-breaker.ts';
import type { UploadOutcome } from '../pipeline/common/upload-outcome.ts';
import { listProjectFiles, type ListPorts } from '../pipeline/common/list-project-files.ts';
import { judgedFrom, searchUpload, type SearchPorts } from '../pipeline/confirm/search-upload.ts';
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
    let unasked: ServiceFault | null = null;
    const onFault = (fault: ServiceFault): void => {
      if (concernsEverything(fault)) unasked = fault;
    };
    const isJudging = read.value.begunAtMs >= judgedFrom(job, ports.state);
    const found = await searchUpload(job, read.value, isJudging, ports, onFault, signal);
    // A hash that could not be asked for now may be the one that proves it.
    if (unasked !== null && found.kind !== 'found') return { kind: 'stopped', fault: unasked };
    switch (found.kind) {
      case 'found':
        return { kind: 'recorded', fileId: found.file.fileId };
      case 'several':
        return { kind: 'unknown', why: 'several-found' };
      case 'absent':
      case 'cannot-tell':
        return null;
      default:
        return assertNever(found);
    }
  };
}
