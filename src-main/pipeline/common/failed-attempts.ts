/**
 * Counts attempts at one upload that made no progress, so that a file which always breaks the connection does not do so
 * for ever. Faults that say nothing about the file, such as an unreachable service, do not count.
 */
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';

export const MOST_FAILED_ATTEMPTS = 8;

export interface FailedAttempts {
  /**
   * Counts an attempt that ended with this fault; `confirmedBytes` is what the service has. True when it was one too
   * many.
   */
  failed(fileId: number, fault: ServiceFault, confirmedBytes: number): boolean;
  forget(fileId: number): void;
  clear(): void;
}

export function makeFailedAttempts(): FailedAttempts {
  const byFile = new Map<number, { readonly tries: number; readonly confirmedBytes: number }>();
  return {
    failed(fileId, fault, confirmedBytes) {
      if (!isAboutTheUpload(fault)) return false;
      const before = byFile.get(fileId) ?? { tries: 0, confirmedBytes: 0 };
      const tries = confirmedBytes > before.confirmedBytes ? 0 : before.tries + 1;
      byFile.set(fileId, { tries, confirmedBytes });
      return tries >= MOST_FAILED_ATTEMPTS;
    },
    forget(fileId) {
      byFile.delete(fileId);
    },
    clear() {
      byFile.clear();
    },
  };
}

function isAboutTheUpload(fault: ServiceFault): boolean {
  if (fault.kind !== 'unavailable') return false;
  return !['no-address', 'no-connection', 'working-offline', 'insecure'].includes(fault.why);
}
