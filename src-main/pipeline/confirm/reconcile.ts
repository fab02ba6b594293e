/**
 * What one reading of its destination's list shows of an upload whose answer was lost. Pure. A file is never taken for the
 * upload if another person owns it or if it was there before. What follows, and when absence means anything: verdict.ts.
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
