/** The service and the auditor at its side: it tells what it records, the auditor asks it what it holds. */
import { makeAuditor, type AuditorParts } from '../checks/auditor.ts';
import { makeService, type ServiceParts } from './service.ts';
import { makeUploads } from './uploads.ts';

type Parts = Omit<AuditorParts, 'service' | 'jobOf' | 'latestCommitMs'> &
  Omit<ServiceParts, 'nowMs' | 'onRecord'>;

export function makeAuditedService(parts: Parts) {
  const auditor = makeAuditor({
    ...parts,
    latestCommitMs: parts.reading.latestCommitMs,
    service: () => service,
    jobOf: (at) => uploads.jobOf(at),
  });
  const service = makeService({
    ...parts,
    nowMs: parts.serverNowMs,
    onRecord: (recording) => auditor.recorded(recording),
  });
  const uploads = makeUploads(service, parts.reading);
  return { auditor, service, uploads };
}
