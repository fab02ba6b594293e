/** What is known about an unknown upload result, as one code: files with the same code can be decided about together. */
import { assertNever } from '../result.ts';
import type { Denial, FileView, Received, UploadFinding } from './file-view.ts';

/** Nothing more can be found out by itself: a person may decide. */
export const DECIDABLE_EVIDENCE = [
  'no-record-no-charge',
  /** No record; the credit history does not name uploads, or could not be read. */
  'no-record',
  /** No record, and charges that nothing here explains. */
  'no-record-unexplained-charge',
  /** No record, although the service had confirmed the upload. */
  'no-record-confirmed',
  'similar-file',
  'several-records',
  'list-incomplete',
  'list-refused',
  'paging-ignored',
] as const;
export type DecidableEvidence = (typeof DECIDABLE_EVIDENCE)[number];

/** `checking`: evidence is still being gathered, and nothing needs a decision. */
export type UploadEvidence = 'checking' | DecidableEvidence;

/** Statuses below 400 and above 499 by which HTTP says that a request was not carried out. */
const NOT_CARRIED_OUT: ReadonlySet<number> = new Set([
  301, // to be made elsewhere (RFC 9110, 15.4); not 303, which shows the result of what was carried out
  302,
  307,
  308,
  501, // the server cannot do this at all (RFC 9110, 15.6); not 500, 502, 503, 504, which may follow the act
  505,
  511, // from a network that wants a sign-in first (RFC 6585)
]);

/**
 * A status that denies a request. After a whole form it is a hint and no evidence, because it may come after the record;
 * see docs/design.md, unknown results. 408 contradicts a form that left completely.
 */
export function isDenial(status: number): boolean {
  return (status >= 400 && status < 500 && status !== 408) || NOT_CARRIED_OUT.has(status);
}

/** The denial that came in place of an id; null: none, or something else came. */
export function denialIn(received: Received | null): Denial | null {
  return received?.kind === 'answer' ? (received.denial ?? null) : null;
}

export function evidenceOf(finding: UploadFinding): UploadEvidence {
  switch (finding.kind) {
    case 'looking':
      return 'checking';
    case 'several':
      return 'several-records';
    case 'absent':
      return OF_CHARGE[finding.charge];
    case 'unlisted':
      return 'no-record-confirmed';
    case 'cannot-tell':
      return finding.why;
    default:
      return assertNever(finding);
  }
}

const OF_CHARGE = {
  none: 'no-record-no-charge',
  'not-told': 'no-record',
  unexplained: 'no-record-unexplained-charge',
} as const;

/** Files whose upload results are unknown for the same reason. */
export interface DoubtGroup {
  readonly evidence: UploadEvidence;
  readonly files: number;
  /** At most, to send all of them again. */
  readonly credits: number;
  /** From the end of sending to the last check, of the file for which that was shortest; null: not checked yet. */
  readonly checkedAfterMs: number | null;
  /** The earliest time from which absence can be told of any of them. */
  readonly toldFromMs: number;
}

/** One unknown upload result. */
export type DoubtfulUpload = Pick<
  DoubtGroup,
  'evidence' | 'credits' | 'checkedAfterMs' | 'toldFromMs'
>;

export function groupDoubts(doubts: readonly DoubtfulUpload[]): readonly DoubtGroup[] {
  return [...Map.groupBy(doubts, ({ evidence }) => evidence)].map(([evidence, same]) => {
    const checks = same.flatMap(({ checkedAfterMs: ms }) => (ms === null ? [] : [ms]));
    return {
      evidence,
      files: same.length,
      credits: same.reduce((sum, { credits }) => sum + credits, 0),
      checkedAfterMs: checks.length < same.length ? null : checks.reduce((a, b) => Math.min(a, b)),
      toldFromMs: same.reduce(
        (earliest, { toldFromMs }) => Math.min(earliest, toldFromMs),
        Infinity,
      ),
    };
  });
}

/** Null when its upload result is not unknown. */
export function doubtOf({
  doubt,
  credits,
}: Pick<FileView, 'doubt' | 'credits'>): DoubtfulUpload | null {
  if (doubt === null) return null;
  const { finding, lookedAtMs, sinceMs, toldFromMs } = doubt;
  const checkedAfterMs = lookedAtMs === null ? null : Math.max(0, lookedAtMs - sinceMs);
  return { evidence: evidenceOf(finding), credits, checkedAfterMs, toldFromMs };
}

/** What was received, as a row and the event log keep it. */
export function writeReceivedNote(received: Received): string {
  return JSON.stringify({ received });
}

/** Null for a row that has none, and for a text of somebody else's. */
export function readReceivedNote(text: string | null): Received | null {
  if (text === null || !text.startsWith('{"received":')) return null;
  return (JSON.parse(text) as { readonly received: Received }).received;
}
