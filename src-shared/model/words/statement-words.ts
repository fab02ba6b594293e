/** What a language says about cited records in texts for papers and plans. */
import type { CitedRecord, CitedRecords, PastFile, Statement } from '../proofs/cited-records.ts';

export type TextStatement = Exclude<Statement, 'records'>;

/** Never empty. */
export interface CitedSummary extends Pick<CitedRecords, 'service' | 'projects'> {
  readonly files: number;
  readonly sizeBytes: number;
  /** By then all of them were seen on the chain. */
  readonly lastMs: number;
  readonly public: number;
  readonly private: number;
  readonly deleted: number;
}

export interface StatementWords {
  /** One record, in one line. */
  readonly citation: (
    record: Pick<CitedRecord, 'name' | 'sha256' | 'fileId' | 'notarizedAtMs' | 'isDateRecorded'>,
    of: Pick<CitedRecords, 'service' | 'account'>,
  ) => string;
  /** After the citation of a record. */
  readonly deleted: string;
  /** Of a fingerprint of which two contents can be made that share one. */
  readonly forgeable: (algorithm: string) => string;
  /** Title first. What no record shows is a gap in brackets. */
  readonly paragraphs: Readonly<Record<TextStatement, (cited: CitedSummary) => readonly string[]>>;
  readonly records: string;
  /** Instead of a list that is too long for a text. */
  readonly manyRecords: (count: number) => string;
  /** On a label, where there is room for few letters. */
  readonly label: {
    readonly notarized: (atMs: number, isDateRecorded: true | undefined) => string;
    readonly record: (fileId: string) => string;
    readonly files: (count: number) => string;
    readonly deleted: (count: number | null) => string;
    readonly past: (kind: PastFile, count: number | null) => string;
    readonly forgeable: (algorithm: string) => string;
    /** What the fingerprint above is of. */
    readonly list: string;
  };
}
