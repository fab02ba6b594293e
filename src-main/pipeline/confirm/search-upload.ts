/** What the journal and one reading of its destination tell about an upload whose answer was lost. */
import { Received, UploadFinding, type Denial } from '../../../src-shared/model/files/file-view.ts';
import { denialIn } from '../../../src-shared/model/files/upload-evidence.ts';
import { MINUTE_MS, msFromIso } from '../../../src-shared/model/text/time.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import type { State } from '../../db/state.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { compareHash, type HashVerdict } from '../decide/compare-hash.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { denialJudgedFromMs, judgedFromMs, type SendingTime } from './poll-schedule.ts';
import type { ContentDigests, LostAnswers, SourceVersion, AccountPorts } from '../common/ports.ts';
import type { DatedReading } from '../common/list-project-files.ts';
import { reconcile, worthHashing, type ListedFacts, type Reconciliation } from './reconcile.ts';
import type { Evidence } from './verdict.ts';

const MOST_HASHES = 20; // each is a request: beyond that the rest stays in doubt, and a person decides

export interface SearchPorts extends Pick<AccountPorts, 'state' | 'remote' | 'quirks'> {
  readonly transitions: Pick<FileTransitions, 'placeOf'>;
  readonly digests: ContentDigests;
  readonly lostAnswers: Pick<LostAnswers, 'sentFields'>;
}

/**
 * When a job's last connection ended and how long it took. If the end was not noted, the time when it was noticed
 * counts.
 */
export function sendingTime(job: UploadJobRow, state: State): SendingTime {
  const noted = state.uploads.sending(job.id);
  const noticedMs = job.unknownSinceMs ?? job.createdAtMs;
  return {
    endedAtMs: Math.max(noticedMs, noted.endedAtMs ?? noticedMs),
    sendingMs: noted.sendingMs ?? 0,
  };
}

/** What came in place of the answer; null: not known. */
export function receivedFor({ received }: Pick<UploadJobRow, 'received'>): Received | null {
  return received === null ? null : Received.parse(JSON.parse(received));
}

/** The answer that denied it; null: none did. */
export function denialOf(job: UploadJobRow): Denial | null {
  return denialIn(receivedFor(job));
}

/** The service confirmed it with an id that no list shows. */
export function wasConfirmed(job: UploadJobRow): boolean {
  return receivedFor(job)?.kind === 'confirmation';
}

/** A service that has charged will show the record: its list gets this much longer before a person is asked. */
const CHARGED_WAIT_MS = 20 * MINUTE_MS;

/** If a list that is begun at or after this time does not show the upload, the upload is not there. */
export function judgedFrom(job: UploadJobRow, state: State): number {
  return judgedFromMs(sendingTime(job, state)) + (isSeenCharged(job) ? CHARGED_WAIT_MS : 0);
}

/** How long ago its connection had ended at a moment in the time of its notes. */
export function waitedUntil(atMs: number, job: UploadJobRow, state: State): Evidence['waited'] {
  const sent = sendingTime(job, state);
  if (atMs < denialJudgedFromMs(sent)) return 'moments';
  if (atMs < judgedFromMs(sent)) return 'denial-wait';
  return atMs < judgedFromMs(sent) + CHARGED_WAIT_MS ? 'absence-wait' : 'late-list-wait';
}

/** A search that goes on has seen a charge for it. */
export function isSeenCharged(job: Pick<UploadJobRow, 'finding'>): boolean {
  const finding = findingOf(job);
  return finding.kind === 'looking' && finding.isCharged === true;
}

/** The result of the last search; `looking` before the first one. */
export function findingOf({ finding }: Pick<UploadJobRow, 'finding'>): UploadFinding {
  return finding === null ? { kind: 'looking' } : UploadFinding.parse(JSON.parse(finding));
}

/** The earliest time from which its absence can be told: if it was denied, a balance that agrees is enough. */
export function toldFrom(job: UploadJobRow, state: State): number {
  const isHinted = denialOf(job) !== null && !isSeenCharged(job);
  return isHinted ? denialJudgedFromMs(sendingTime(job, state)) : judgedFrom(job, state);
}

/** The latest time noted in the search for a job: no wait for it counts from before. */
export function lastNotedMs(job: UploadJobRow, state: State): number {
  return Math.max(sendingTime(job, state).endedAtMs, job.lookedAtMs ?? 0);
}

/** The version a job was made for, as its row knows it; null when the row is gone. */
export function sourceOf(
  job: UploadJobRow,
  { state, transitions }: Pick<SearchPorts, 'state' | 'transitions'>,
): SourceVersion | null {
  const row = state.files.get(job.fileId);
  if (row === null) return null;
  const { blake3 } = state.contents.get(job.contentId);
  const identity = identityFromKey(row.identity);
  return { path: transitions.placeOf(row), name: row.name, identity, blake3 };
}

/**
 * What a reading of its destination shows of a job. `isJudging`: absence would mean something by now. Requests FileHash where
 * that decides something, and learns from equal hashes. A request that fails leaves its file in doubt and is reported to
 * `onFault`.
 */
export async function searchUpload(
  job: UploadJobRow,
  reading: DatedReading,
  isJudging: boolean,
  ports: SearchPorts,
  onFault: (fault: ServiceFault) => void,
  signal: AbortSignal,
): Promise<Reconciliation> {
  const { state, remote, quirks, digests, lostAnswers } = ports;
  const { listedFiles, records } = state;
  const hashes = new Map<string, HashVerdict>();
  const fields = lostAnswers.sentFields(job);
  /** A record of this content that no upload had as its own may have been taken in while this one seemed recorded. */
  const isOfAnother = (fileId: string): boolean => {
    const record = records.withFileId(fileId);
    if (record === null) return false;
    return record.contentId !== job.contentId || state.uploads.ofRecord(record.id) !== null;
  };
  const facts: ListedFacts = {
    sent: { ...fields, name: job.name, uploadedMs: msFromIso(job.uploadedIso) ?? Number.NaN },
    ownerId: remote.ownerId() ?? '',
    isKnown: (fileId) => listedFiles.wasListedBefore(job, fileId) || isOfAnother(fileId),
    files: reading.files,
    isComplete: reading.isComplete,
    paging: reading.paging ?? quirks.paging(),
    isJudging,
    uploadedQuirk: quirks.uploaded(),
    hashOf: (fileId) => hashes.get(fileId) ?? 'unknown',
  };
  const content = state.contents.get(job.contentId);
  const source = sourceOf(job, ports);
  for (const { fileId } of worthHashing(facts).slice(0, MOST_HASHES)) {
    const asked = await remote.fileHash(job, fileId, signal);
    if (!asked.ok) {
      onFault(asked.fault);
      break;
    }
    if (asked.value === null) continue;
    const { verdict, method } = await compareHash(
      asked.value,
      content,
      quirks.hashMethod(),
      async (algorithms) => (source === null ? null : digests.of(source, algorithms, signal)),
    );
    hashes.set(fileId, verdict);
    if (method !== null) quirks.learnHashMethod(method);
  }
  return reconcile(facts);
}
