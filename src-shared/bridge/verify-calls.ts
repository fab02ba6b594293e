/**
 * Verifying a file against what was notarized. Nothing of the file leaves this computer: whether the service knows a
 * content is another question (`files.verifyRemote`), which sends it, and its answer is never part of a verdict.
 */
import * as z from 'zod/mini';
import { LANGUAGES } from '../model/words/languages.ts';
import type { HashMethod } from '../model/proofs/hash-method.ts';
import type { Verification } from '../model/proofs/verdict.ts';
import { AbsolutePath, Name, reads, RowId } from './call.ts';

export const LONGEST_CERTIFICATE = 2_000_000; // characters; the text travels in a message

/** What is read. */
export const VerifySubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('path'), path: AbsolutePath }),
  /** The copy on this computer of a file in a list. */
  z.strictObject({ kind: z.literal('row'), id: RowId }),
  /** Bytes that a page handed over at `digestPath`; the handle that was answered. */
  z.strictObject({ kind: z.literal('handed'), handle: Name }),
]);
export type VerifySubject = z.output<typeof VerifySubject>;

/** What it is compared with. */
export const VerifyAgainst = z.discriminatedUnion('kind', [
  /** The record of the file at this path; if it has none, all records that this account knows. */
  z.strictObject({ kind: z.literal('own') }),
  /** By the service's id; with its project also one that this computer never held. */
  z.strictObject({
    kind: z.literal('record'),
    fileId: Name,
    projectId: z.optional(Name),
  }),
  /** A certificate of this account or of somebody else's: its JSON, the text of its PDF, or that PDF in Base64. */
  z.strictObject({
    kind: z.literal('certificate'),
    text: z.string().check(z.maxLength(LONGEST_CERTIFICATE)),
    form: z.optional(z.enum(['json', 'pdf', 'pdf-base64'])),
  }),
  /** Every record of a project that is known here. */
  z.strictObject({ kind: z.literal('project'), projectId: Name }),
  /** Whatever this account knows. */
  z.strictObject({ kind: z.literal('anything') }),
]);
export type VerifyAgainst = z.output<typeof VerifyAgainst>;

const REPORT_FORMS = ['json', 'text'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

/** A file for the face to save. */
export interface VerificationReport {
  readonly fileName: string;
  readonly mediaType: string;
  readonly text: string;
}

export const verifyCalls = {
  /**
   * Reads the file once and compares it with what is known. Uncertainty about the file or its record is a verdict,
   * never a fault. `run`, chosen by the face, identifies it in `verify-progress` events. Aborting the call ends the
   * reading.
   */
  'verify.file': reads<Verification>()(() =>
    z.strictObject({ subject: VerifySubject, against: VerifyAgainst, run: z.optional(Name) }),
  ),
  /** Reads a record's fingerprint from the service once more, whatever is kept of it. */
  'verify.fetchAgain': reads<{ readonly fileHash: string | null }>()(() =>
    z.strictObject({ fileId: Name, projectId: z.optional(Name) }),
  ),
  /** How this service makes its fingerprints; null: not known yet. */
  'verify.method': reads<{ readonly method: HashMethod | null }>()(() => z.strictObject({})),
  /** The report of a verification of this run of the program, by its `id`. */
  'verify.report': reads<VerificationReport>()(() =>
    z.strictObject({
      id: Name,
      form: z.enum(REPORT_FORMS),
      language: z.enum(LANGUAGES),
    }),
  ),
} as const;
