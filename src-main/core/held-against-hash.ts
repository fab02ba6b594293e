/** Holds a downloaded file against what the service calls the hash of its content. */
import type { ArrivalVerdict } from '../../src-shared/model/download-view.ts';
import { equalReading, isSameMethod, readFileHash } from '../digests/file-hash.ts';
import type { RemoteRecords } from '../sync/ports.ts';
import type { ServiceHabits } from '../sync/service-habits.ts';
import type { PublicFile } from './download-link.ts';
import type { Workers } from './workers.ts';

export function heldAgainstHash({
  workers,
  remote,
  habits,
}: {
  readonly workers: Pick<Workers, 'fingerprinter'>;
  readonly remote: Pick<RemoteRecords, 'fileHash'>;
  readonly habits: Pick<ServiceHabits, 'hashMethod' | 'learnHashMethod'>;
}) {
  return async (
    path: string,
    { projectId, fileId }: PublicFile,
    signal: AbortSignal,
  ): Promise<ArrivalVerdict> => {
    const hash = await remote.fileHash({ projectId, visibility: 'public' }, fileId, signal);
    if (!hash.ok || hash.value === null) return 'unsure';
    const print = await workers.fingerprinter().fingerprint(path, null, {}, signal);
    if (print.kind !== 'done') return 'unsure';
    const { sha256, blake3 } = print;
    const digests = { sha256, blake3 };
    const readings = readFileHash(hash.value);
    const equal = equalReading(readings, digests);
    if (equal !== null) {
      habits.learnHashMethod({ algorithm: equal.algorithm, encoding: equal.encoding });
      return 'match';
    }
    const method = habits.hashMethod();
    const differs = readings.some(
      (reading) =>
        method !== null &&
        isSameMethod(reading, method) &&
        Object.hasOwn(digests, method.algorithm),
    );
    return differs ? 'mismatch' : 'unsure';
  };
}
