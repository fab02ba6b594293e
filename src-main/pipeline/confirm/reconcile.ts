/**
 * Decides the outcome of an upload whose answer was lost, from one reading of its destination's list. Pure. An upload
 * is never called absent while a slow service could still record it or a list could hide it. A file is never taken for
 * the upload if another person owns it or if it was there before.
 */
import type { HashVerdict } from '../decide/compare-hash.ts';
import type { UploadFinding } from '../../../src-shared/model/files/file-view.ts';
import { msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { RemoteFile } from '../common/ports.ts';
import type { PagingQuirk, UploadedQuirk } from '../common/service-quirks.ts';

/** The fields of the form. */
export interface SentFacts {
  readonly name: string;
  readonly fileType: string;
  readonly label: string;
  readonly uploadedMs: number;
}

export interface Evidence {
  readonly sent: SentFacts;
  /** The signed-in user. */
  readonly ownerId: string;
  /** True for ids that were known when the intent was written, and for records of other uploads. */
  readonly isKnown: (fileId: string) => boolean;
  readonly files: readonly RemoteFile[];
  /** Read to its end: as many different files as the service counts. */
  readonly isComplete: boolean;
  readonly paging: PagingQuirk | null;
  readonly begunAtMs: number;
  /** From when on absence is conclusive. */
  readonly judgedFromMs: number;
  readonly uploadedQuirk: UploadedQuirk | null;
  readonly hashOf: (fileId: string) => HashVerdict;
}

export type Reconciliation =
  | { readonly kind: 'found'; readonly file: RemoteFile; readonly by: 'uploaded' | 'file-hash' }
  | Exclude<UploadFinding, { kind: 'unlisted' }>;

type Identity =
  | { readonly kind: 'ours'; readonly by: 'uploaded' | 'file-hash' }
  | { readonly kind: 'doubtful' }
  | { readonly kind: 'other' };

export function reconcile(evidence: Evidence): Reconciliation {
  const seen = newFiles(evidence).map((file) => ({ file, identity: identify(file, evidence) }));
  const ours = seen.flatMap(({ file, identity }) =>
    identity.kind === 'ours' ? [{ file, by: identity.by }] : [],
  );
  // No other upload has the time we gave it: the time tells ours from a copy sent with our account.
  const dated = ours.filter(({ by }) => by === 'uploaded');
  const [match, ...others] = dated.length > 0 ? dated : ours;
  if (match !== undefined) {
    if (others.length === 0) return { kind: 'found', ...match };
    return { kind: 'several', fileIds: [match, ...others].map(({ file }) => file.fileId) };
  }
  if (evidence.begunAtMs < evidence.judgedFromMs) return { kind: 'looking' };
  if (seen.some(({ identity }) => identity.kind === 'doubtful')) {
    return { kind: 'cannot-tell', why: 'similar-file' };
  }
  if (evidence.isComplete) return { kind: 'absent', charge: 'not-told' };
  const why = evidence.paging === 'ignored' ? 'paging-ignored' : 'list-incomplete';
  return { kind: 'cannot-tell', why };
}

/**
 * Files whose FileHash would decide something, likeliest first. Before absence can be concluded, only those that look
 * like the upload are worth a request.
 */
export function worthHashing(evidence: Evidence): readonly RemoteFile[] {
  const isJudging = evidence.begunAtMs >= evidence.judgedFromMs;
  const likely: RemoteFile[] = [];
  const unlikely: RemoteFile[] = [];
  for (const file of newFiles(evidence)) {
    const time = compareTime(file.uploadedIso, evidence);
    const looksAlike = isAlike(file, evidence.sent);
    if (time === 'same' && looksAlike) continue;
    if (looksAlike && (time === 'open' || isJudging)) likely.push(file);
    else if (isJudging && time === 'open') unlikely.push(file);
  }
  return [...likely, ...unlikely];
}

/** New since the intent, and not known to be somebody else's. */
function newFiles({ files, isKnown, ownerId }: Evidence): readonly RemoteFile[] {
  return files.filter(
    (file) => !isKnown(file.fileId) && (file.ownerId === ownerId || file.ownerId === ''),
  );
}

function identify(file: RemoteFile, evidence: Evidence): Identity {
  const time = compareTime(file.uploadedIso, evidence);
  const hash = evidence.hashOf(file.fileId);
  const looksAlike = isAlike(file, evidence.sent);
  if (file.ownerId === evidence.ownerId && looksAlike && hash !== 'other') {
    if (time === 'same') return { kind: 'ours', by: 'uploaded' };
    if (time === 'open' && hash === 'same') return { kind: 'ours', by: 'file-hash' };
  }
  if (time === 'same' || hash === 'same') return { kind: 'doubtful' }; // a partial match: a person decides
  return time === 'open' && hash === 'unknown' ? { kind: 'doubtful' } : { kind: 'other' };
}

/** `open`: the times neither prove nor exclude anything. */
function compareTime(
  uploadedIso: string,
  { sent, uploadedQuirk }: Evidence,
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
