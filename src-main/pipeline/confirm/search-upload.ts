/** What the journal and one reading of its destination tell about an upload whose answer was lost. */
import { Received, UploadFinding, type Denial } from '../../../src-shared/model/files/file-view.ts';
import { denialIn } from '../../../src-shared/model/files/upload-evidence.ts';
import { MINUTE_MS, msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import type { State } from '../../db/state.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { compareHash, type HashVerdict } from '../decide/compare-hash.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { denialJudgedFromMs, judgedFromMs, type SendingTime } from './poll-schedule.ts';
import type {
  ContentDigests,
  LostAnswers,
  SourceVersion,
  AccountPorts,
  RemoteFile,
} from '../common/ports.ts';
import type { DatedReading } from '../common/list-project-files.ts';
import type { Evidence } from './verdict.ts';
import type { PagingQuirk, UploadedQuirk } from '../common/service-quirks.ts';

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
  const sent = sendingTime(job, state);
  if (denialOf(job) !== null && !isSeenCharged(job)) return denialJudgedFromMs(sent);
  const judgedMs = judgedFrom(job, state);
  if (job.knownLostAtMs === null) return judgedMs;
  // A program that comes later counts from the first time that the service showed.
  const waitMs = judgedFromMs({ ...sent, endedAtMs: 0 });
  return Math.max(judgedMs, state.toOwnMs(job.knownLostAtMs + waitMs));
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

// What one reading of its destination's list shows of an upload whose answer was lost. Pure. A file is never taken for the
// upload if another person owns it or if it was there before. What follows, and when absence means anything: verdict.ts.

/** The fields of the form. */
interface SentFacts {
  readonly name: string;
  readonly fileType: string;
  readonly label: string;
  readonly uploadedMs: number;
}

export interface ListedFacts {
  readonly sent: SentFacts;
  /** The signed-in user. */
  readonly ownerId: string;
  /** True for ids that were known when the intent was written, and for records of other uploads. */
  readonly isKnown: (fileId: string) => boolean;
  readonly files: readonly RemoteFile[];
  /** Read to its end: as many different files as the service counts. */
  readonly isComplete: boolean;
  readonly paging: PagingQuirk | null;
  /** Enough time has passed for absence to mean something. */
  readonly isJudging: boolean;
  readonly uploadedQuirk: UploadedQuirk | null;
  readonly hashOf: (fileId: string) => HashVerdict;
}

interface Match {
  readonly file: RemoteFile;
  readonly by: 'uploaded' | 'file-hash';
}

export type Reconciliation =
  | ({ readonly kind: 'found' } & Match)
  /** More than one file answers the description; in the order of the list. */
  | { readonly kind: 'several'; readonly matches: readonly [Match, ...Match[]] }
  /** The list was read to its end. */
  | { readonly kind: 'absent' }
  | Extract<UploadFinding, { kind: 'cannot-tell' }>;

type Identity =
  | { readonly kind: 'ours'; readonly by: Match['by'] }
  | { readonly kind: 'doubtful' }
  | { readonly kind: 'other' };

export function reconcile(facts: ListedFacts): Reconciliation {
  const seen = newFiles(facts).map((file) => ({ file, identity: identify(file, facts) }));
  const ours = seen.flatMap(({ file, identity }) =>
    identity.kind === 'ours' ? [{ file, by: identity.by }] : [],
  );
  // No other upload has the time we gave it: the time tells ours from a copy sent with our account.
  const dated = ours.filter(({ by }) => by === 'uploaded');
  const [match, ...others] = dated.length > 0 ? dated : ours;
  if (match !== undefined) {
    return others.length === 0
      ? { kind: 'found', ...match }
      : { kind: 'several', matches: [match, ...others] };
  }
  if (seen.some(({ identity }) => identity.kind === 'doubtful')) {
    return { kind: 'cannot-tell', why: 'similar-file' };
  }
  if (facts.isComplete) return { kind: 'absent' };
  const why = facts.paging === 'ignored' ? 'paging-ignored' : 'list-incomplete';
  return { kind: 'cannot-tell', why };
}

/**
 * Files whose FileHash would decide something, likeliest first. Before absence can be concluded, only those that look
 * like the upload are worth a request.
 */
export function worthHashing(facts: ListedFacts): readonly RemoteFile[] {
  const { isJudging } = facts;
  const likely: RemoteFile[] = [];
  const unlikely: RemoteFile[] = [];
  for (const file of newFiles(facts)) {
    const time = compareTime(file.uploadedIso, facts);
    const looksAlike = isAlike(file, facts.sent);
    if (time === 'same' && looksAlike) continue;
    if (looksAlike && (time === 'open' || isJudging)) likely.push(file);
    else if (isJudging && time === 'open') unlikely.push(file);
  }
  return [...likely, ...unlikely];
}

/** New since the intent, and not known to be somebody else's. */
function newFiles({ files, isKnown, ownerId }: ListedFacts): readonly RemoteFile[] {
  return files.filter(
    (file) => !isKnown(file.fileId) && (file.ownerId === ownerId || file.ownerId === ''),
  );
}

function identify(file: RemoteFile, facts: ListedFacts): Identity {
  const time = compareTime(file.uploadedIso, facts);
  const hash = facts.hashOf(file.fileId);
  const looksAlike = isAlike(file, facts.sent);
  if (file.ownerId === facts.ownerId && looksAlike && hash !== 'other') {
    if (time === 'same') return { kind: 'ours', by: 'uploaded' };
    if (time === 'open' && hash === 'same') return { kind: 'ours', by: 'file-hash' };
  }
  if (time === 'same' || hash === 'same') return { kind: 'doubtful' }; // a partial match: a person decides
  return time === 'open' && hash === 'unknown' ? { kind: 'doubtful' } : { kind: 'other' };
}

/** `open`: the times neither prove nor exclude anything. */
function compareTime(
  uploadedIso: string,
  { sent, uploadedQuirk }: ListedFacts,
): 'same' | 'other' | 'open' {
  const gotMs = msFromIso(uploadedIso);
  if (gotMs === null) return 'open';
  if (gotMs === sent.uploadedMs) {
    // A whole second may be the truncated time of another upload, unless the service is known to keep milliseconds.
    return uploadedQuirk === 'exact' || sent.uploadedMs % SECOND_MS !== 0 ? 'same' : 'open';
  }
  if (uploadedQuirk === 'exact') return 'other';
  return uploadedQuirk === 'seconds' && !isSameSecond(gotMs, sent.uploadedMs) ? 'other' : 'open';
}

function isSameSecond(oneMs: number, otherMs: number): boolean {
  return Math.floor(oneMs / SECOND_MS) === Math.floor(otherMs / SECOND_MS);
}

function isAlike(file: RemoteFile, sent: SentFacts): boolean {
  return (
    file.name.normalize() === sent.name.normalize() &&
    file.fileType === sent.fileType &&
    labelsOf(file.label) === labelsOf(sent.label)
  );
}

/** Labels are a set written as text: the service may change spaces and order. */
function labelsOf(text: string): string {
  const labels = text.split(',').map((label) => label.trim());
  return JSON.stringify(labels.filter((label) => label !== '').toSorted());
}
