/** Evidence bundles: files with their proofs in one folder, for readers who do not know Labseal. */
import * as z from 'zod/mini';
import {
  EVIDENCE_CONTENTS,
  type EvidenceOffer,
  type EvidenceProgress,
  type EvidenceReport,
} from '../model/proofs/evidence.ts';
import type { Judgement } from '../model/proofs/judgement.ts';
import { type LeftUncited, type PastFile, STATEMENTS } from '../model/proofs/cited-records.ts';
import { MOST_USED_PLACES, QR_LABEL_KINDS, QR_LABEL_SHEETS } from '../model/proofs/qr-label.ts';
import type { Evaluation } from '../model/proofs/judge.ts';
import type { Confirmation } from '../model/proofs/proof.ts';
import type { CoreFault } from '../model/status/core-fault.ts';
import { LANGUAGES } from '../model/words/languages.ts';
import { AbsolutePath, changes, FileName, listOf, Name, reads } from './call.ts';
import { FileSelection, MOST_NAMED_FILES } from './file-calls.ts';
import { LONGEST_CERTIFICATE, type VerificationReport } from './verify-calls.ts';

/**
 * What goes into a bundle. `projectId` alone: all files of the project; beside `asked`: where ids are looked for that
 * this computer never held.
 */
export const EvidenceChoice = z
  .strictObject({
    /** The path of a folder stands for all files below it. */
    asked: z.optional(listOf(FileName, MOST_NAMED_FILES)),
    /** Files of this computer, beside those asked for. */
    selection: z.optional(FileSelection),
    projectId: z.optional(Name),
  })
  .check(z.refine((choice) => Object.values(choice).some((part) => part !== undefined)));
export type EvidenceChoice = z.output<typeof EvidenceChoice>;

export type EvidenceWork =
  | { readonly state: 'running'; readonly progress: EvidenceProgress }
  | { readonly state: 'done'; readonly report: EvidenceReport }
  | { readonly state: 'failed'; readonly fault: CoreFault }
  /** Nothing of it is left on the disk. */
  | { readonly state: 'cancelled' }
  /** By a bug, whose details are in the log under this id. */
  | { readonly state: 'broken'; readonly logId: string };

/** Chosen files that a text or a label could say nothing of are counted. */
interface Cited {
  readonly fileName: string;
  /** Records in it; none: it is empty. */
  readonly cited: number;
  readonly left: LeftUncited;
  /** Of the records in it. */
  readonly past: Readonly<Record<PastFile, number>>;
}
export interface CitedText extends Cited {
  readonly mediaType: string;
  readonly text: string;
}
export interface QrLabelPaper extends Cited {
  readonly labels: number;
  readonly base64: string;
}

const work = z.strictObject({ workId: Name });

export const evidenceCalls = {
  'evidence.offer': reads<EvidenceOffer>()(() => z.strictObject({ choice: EvidenceChoice })),
  /**
   * Starts a bundle: a new folder `name` in the existing folder `place`. `name` null: one that is free. Certificates
   * that are not saved yet are fetched when the service answers. One at a time; poll `evidence.work` for the result.
   */
  'evidence.export': changes<{ readonly workId: string }>()(() =>
    z.strictObject({
      choice: EvidenceChoice,
      contents: z.enum(EVIDENCE_CONTENTS),
      place: AbsolutePath,
      name: z.nullable(Name),
    }),
  ),
  /** How far it is, or how it ended. */
  'evidence.work': reads<EvidenceWork>()(() => work),
  /** What is there of it is removed. One that has ended stays as it is. */
  'evidence.cancel': changes<null>()(() => work),
  /**
   * Reads a folder, a ZIP or a file, with all bundles and certificates in it, and judges every file. Asks nobody; records that
   * this account read before are compared. `run`, chosen by the face, identifies it in `verify-progress` events. Aborting the
   * call ends the reading.
   */
  'evidence.check': reads<Judgement>()(() =>
    z.strictObject({ paths: listOf(AbsolutePath, MOST_NAMED_FILES), run: z.optional(Name) }),
  ),
  /**
   * Judges a file and a certificate that a page read itself, with what this account read from the service. Asks nobody.
   * `text`: of the JSON, or what stands on the pages of the PDF.
   */
  'evidence.judge': reads<{
    readonly evaluation: Evaluation;
    readonly confirmation: Confirmation;
  }>()(() =>
    z.strictObject({
      certificate: z.strictObject({
        form: z.enum(['json', 'pdf']),
        text: z.string().check(z.maxLength(LONGEST_CERTIFICATE)),
      }),
      file: z.strictObject({
        digests: z.record(z.string(), z.string().check(z.maxLength(200))),
        sizeBytes: z.int(),
      }),
    }),
  ),
  /** The page that checks a bundle, or files with their certificates, in any browser without Labseal. */
  'evidence.page': reads<VerificationReport>()(() => z.strictObject({})),
  /** A text for a paper or a plan about the records of the chosen files, or the table of those records. */
  'evidence.statement': reads<CitedText>()(() =>
    z.strictObject({
      choice: EvidenceChoice,
      statement: z.enum(STATEMENTS),
      language: z.enum(LANGUAGES),
    }),
  ),
  /**
   * A PDF of labels to print. `title`: of the label of all together; null: as the choice is called. `usedPlaces`: of the
   * first sheet, from its beginning.
   */
  'evidence.qrLabels': reads<QrLabelPaper>()(() =>
    z.strictObject({
      choice: EvidenceChoice,
      kind: z.enum(QR_LABEL_KINDS),
      sheet: z.enum(QR_LABEL_SHEETS),
      title: z.nullable(Name),
      usedPlaces: z.int().check(z.minimum(0), z.maximum(MOST_USED_PLACES)),
      language: z.enum(LANGUAGES),
    }),
  ),
} as const;
