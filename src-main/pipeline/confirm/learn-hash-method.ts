/** Learns how a service makes its FileHash, from a record of ours that came to its end as it should. */
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { identityFromKey } from '../../platform/file-identity.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import { compareHash } from '../decide/compare-hash.ts';
import type { FileDesk } from '../decide/file-transitions.ts';
import type { ContentDigests, RemoteRecords, SourceVersion } from '../common/ports.ts';
import type { ServiceHabits } from './service-quirks.ts';

const LARGEST_BYTES = 64 * 1024 * 1024; // it is read once more, in many algorithms: a smaller file will come

export interface LearnPorts {
  readonly state: State;
  readonly desk: Pick<FileDesk, 'pathOf'>;
  readonly remote: Pick<RemoteRecords, 'fileHash'>;
  readonly habits: ServiceHabits;
  readonly digests: ContentDigests;
}

/** Returns the fault of the question, if any; what cannot be understood teaches nothing. Rejects on abort while reading. */
export async function learnHashMethod(
  record: LedgerRecord,
  ports: LearnPorts,
  signal: AbortSignal,
): Promise<ServiceFault | null> {
  const { state, remote, habits, digests } = ports;
  const asked = await remote.fileHash(record, record.fileId, signal);
  if (!asked.ok) return asked.fault;
  if (asked.value === null) return null;
  const content = state.contents.get(record.contentId);
  const source = content.sizeBytes > LARGEST_BYTES ? null : sourceOf(record, content.sha256, ports);
  const { method } = await compareHash(asked.value, content, null, async (algorithms) =>
    source === null ? null : digests.of(source, algorithms, signal),
  );
  if (method !== null) habits.learnHashMethod(method);
  return null;
}

/** A file that still shows the record with its content. */
function sourceOf(
  { id, contentId }: LedgerRecord,
  sha256: string,
  { state, desk }: LearnPorts,
): SourceVersion | null {
  const row = state.files.withRecord(id).find((file) => file.contentId === contentId);
  if (row === undefined) return null;
  const identity = identityFromKey(row.identity);
  return { path: desk.pathOf(row), name: row.name, identity, sha256 };
}
