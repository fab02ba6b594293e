/**
 * Reads the list of a destination and remembers what it showed: later uploads treat that as existing before them. All
 * readings of lists go through here, so that none is missing from a baseline.
 */
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { State } from '../../db/state.ts';
import type { UnaccountedFile } from '../../db/uploads/compared-place-repository.ts';
import type {
  AccountPorts,
  Destination,
  ListReading,
  RemoteFile,
  WaitsFor,
  RemoteRecords,
} from './ports.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { readFileHash } from '../../../src-shared/model/proofs/file-hash.ts';

export interface DatedReading extends ListReading {
  /** By the wall clock. */
  readonly begunAtMs: number;
  /** By the steady clock. */
  readonly begunMonotonicMs: number;
}

export interface ListPorts extends Pick<AccountPorts, 'state' | 'remote' | 'quirks' | 'clock'> {
  /** Absent for a person who wants to know now. */
  readonly waitsFor?: WaitsFor;
}

const NOTHING: WaitsFor = () => null;

/** Reads `from` a place (absent: the beginning) until the list's end, or until `isEnough`. Rejects only for bugs and a broken database. */
export async function listProjectFiles(
  { state, remote, quirks, clock, waitsFor = NOTHING }: ListPorts,
  destination: Destination,
  isEnough: (file: RemoteFile) => boolean,
  signal: AbortSignal,
  from = 0,
): Promise<Result<DatedReading, ServiceFault>> {
  const begunAtMs = clock.nowMs();
  const begunMonotonicMs = clock.monotonicMs();
  const read = await remote.list(destination, { isEnough, waitsFor, from }, signal);
  if (!read.ok) return read;
  const { files, isComplete, totalRecords, paging } = read.value;
  const ownerId = remote.ownerId();
  state.transaction(() => {
    const fileIds = files.map(({ fileId }) => fileId);
    state.listedFiles.noteListed(destination, fileIds);
    const unaccounted = files.flatMap((file) => unaccountedOf(file, destination, ownerId, state));
    state.unaccountedFiles.noteListed(destination, unaccounted);
    if (!isComplete || totalRecords === null) return;
    const isAccounted = unaccounted.every(({ status }) => stateOfStatus(status) === 'deleted');
    state.listedFiles.noteCompleteListing(destination, { begunAtMs, totalRecords, isAccounted });
  });
  if (paging !== null) quirks.learnPaging(paging);
  return ok({ ...read.value, begunAtMs, begunMonotonicMs });
}

/** Neither somebody else's nor in the ledger: it may have been paid for by this account. */
function unaccountedOf(
  { fileId, name, status, uploadedIso, ownerId: itsOwnerId }: RemoteFile,
  { projectId, visibility }: Destination,
  ownerId: string | null,
  { records }: State,
): readonly UnaccountedFile[] {
  const isForeign = itsOwnerId !== '' && itsOwnerId !== ownerId;
  if (isForeign || records.at(projectId, visibility, fileId) !== null) return [];
  return [{ fileId, name, status, uploadedIso, isOwn: itsOwnerId !== '' }];
}

// Maps the service's status of a record to the state of this computer's rows.

/** Deleted, or about to be. */
export function isGone(status: string): boolean {
  return ['deleting', 'deleted'].includes(stateOfStatus(status));
}

/** The state for the service's status. An unknown status is never success: the file stays in recording. */
export function stateOfStatus(status: string): FileState {
  return stateOfWord(status) ?? 'recording';
}

/**
 * The same records, which also store the FileHash of a file that this account may have paid for and this database does not
 * know, whoever asked for it.
 */
export function noteHashes(remote: RemoteRecords, state: State): RemoteRecords {
  return {
    ...remote,
    async fileHash(destination, fileId, signal) {
      const asked = await remote.fileHash(destination, fileId, signal);
      const [reading] = asked.ok && asked.value !== null ? readFileHash(asked.value) : [];
      if (asked.ok && asked.value !== null && reading !== undefined) {
        const place = { ...destination, fileId };
        const { value } = asked;
        state.repeatable(() => state.unaccountedFiles.keepHash(place, value, reading.digestHex));
      }
      return asked;
    },
  };
}
