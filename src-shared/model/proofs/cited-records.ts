/**
 * What a paper or a plan may say of chosen files: only records that this computer saw on the chain, of contents that it
 * fingerprinted itself. Pure.
 */
import { type CsvCell, csvText } from '../text/csv.ts';
import { isoFromMs } from '../text/time.ts';
import { type DigestAlgorithm, isForgeable } from './hash-method.ts';
import type { RecordAddress } from './verdict.ts';

/** Texts for people, with gaps in brackets for what no record shows; `records` is the complete list as a table (CSV). */
export const STATEMENTS = ['availability', 'methods', 'plan', 'records'] as const;
export type Statement = (typeof STATEMENTS)[number];

/** Their table is one message of at most some ten megabytes. */
export const MOST_CITED_RECORDS = 50_000;

/** A notarized file whose content is no longer here: its record still proves the version that was notarized. */
export const PAST_FILES = ['changed', 'missing'] as const;
export type PastFile = (typeof PAST_FILES)[number];

export interface CitedRecord extends RecordAddress {
  readonly name: string;
  readonly isDeleted: boolean;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** What is known of the content on this computer since; null: nothing speaks against it. */
  readonly past: PastFile | null;
  /** When it came onto the chain: then, where `isDateRecorded`, else no later. */
  readonly notarizedAtMs: number;
  /** See `ProofDate`. */
  readonly isDateRecorded?: true | undefined;
}

/** Chosen files that nothing can be said of. */
export interface LeftUncited {
  /** Without a record on the service. */
  readonly unproven: number;
  /** Files that lie in a chosen folder and were never read, and files and folders that cannot be. */
  readonly unread: number;
  /** With a record that this computer never saw on the chain, or a content that it never had. */
  readonly unseen: number;
  /** The service's record or certificate names another content than it was sent. */
  readonly contradicted: number;
  readonly byRules: number;
}

export interface CitedRecords {
  /** Address of the service. */
  readonly service: string;
  /** Whose account this computer read the records with; empty when that was never told. */
  readonly account: string;
  /** As which the service is known to make the fingerprints of its records; null: that was not found out. */
  readonly algorithm: DigestAlgorithm | null;
  /** Names of their projects. */
  readonly projects: readonly string[];
  /** Each once, the oldest first. */
  readonly records: readonly CitedRecord[];
  readonly left: LeftUncited;
}

export function countPast(
  records: readonly Pick<CitedRecord, 'past'>[],
): Readonly<Record<PastFile, number>> {
  const count = (kind: PastFile) => records.filter(({ past }) => past === kind).length;
  return { changed: count('changed'), missing: count('missing') };
}

const HEAD = [
  'name',
  'sha256',
  'size_bytes',
  'notarized_no_later_than',
  'visibility',
  'project',
  'record',
  'service',
  'account',
  'on_service',
  'copy_here',
  'fingerprint_of_record',
] as const;

/** The same in every language, so that its own digest can stand on a label. */
export function recordsTable({ records, service, account, algorithm }: CitedRecords): string {
  const rows = records.map((record): readonly CsvCell[] => [
    record.name,
    record.sha256,
    record.sizeBytes,
    isoFromMs(record.notarizedAtMs),
    record.visibility,
    record.projectId,
    record.fileId,
    service,
    account,
    record.isDeleted ? 'deleted' : 'kept',
    record.past ?? 'as_notarized',
    algorithm === null ? null : `${algorithm}${isForgeable(algorithm) ? ' (can be forged)' : ''}`,
  ]);
  return csvText(HEAD, rows);
}
