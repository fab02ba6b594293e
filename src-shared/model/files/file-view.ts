/** A file as every face shows it: plain facts, no words. */
import type { Assignment } from './assignment.ts';
import type { FileState, HoldReason } from './file-state.ts';
import type { Visibility } from '../money/price.ts';
import type { UploadDoubt } from './lost-answer.ts';

/** What a person said when they had it deleted on the platform. */
export interface FileDeletion {
  readonly reason: string;
  readonly askedAtMs: number;
}

export interface FileView {
  /** Number of the row on this computer. */
  readonly id: string;
  readonly folderId: string;
  /** Absolute. */
  readonly path: string;
  readonly projectId: string;
  readonly visibility: Visibility;
  /** Where and how it is, or was, to be notarized; project and visibility are part of it. */
  readonly assignment: Assignment;
  readonly state: FileState;
  readonly hold: HoldReason | null;
  /** The service's own words, a rule, the system's code, or why it is held, depending on the state. */
  readonly note: string | null;
  readonly sizeBytes: number;
  readonly blake3: string | null;
  readonly sha256: string | null;
  /** The service's id of the record this file shows. */
  readonly fileId: string | null;
  /** What uploading it would cost; an upper bound until the price is exact. */
  readonly credits: number;
  readonly isPriceExact: boolean;
  /** Where identical content is, for a duplicate. */
  readonly twin: { readonly fileName: string; readonly project: string } | null;
  /** What is known about its lost answer; null unless it is `confirming`. */
  readonly doubt: UploadDoubt | null;
  /** The latest deletion of its record that was asked for from here; absent when none was. */
  readonly deletion?: FileDeletion | undefined;
  /** Path of the saved PDF. */
  readonly certificatePdf: string | null;
  readonly certificateJson: string | null;
}
