/** Evidence bundles: files with their proofs in one folder, for readers who do not know Labseal. */
import * as z from 'zod/mini';
import {
  type BagCheck,
  EVIDENCE_CONTENTS,
  type EvidenceOffer,
  type EvidenceProgress,
  type EvidenceReport,
} from '../model/proofs/evidence.ts';
import { type LeftUncited, type PastFile, STATEMENTS } from '../model/proofs/cited-records.ts';
import { MOST_USED_PLACES, QR_LABEL_KINDS, QR_LABEL_SHEETS } from '../model/proofs/qr-label.ts';
import type { CoreFault } from '../model/status/core-fault.ts';
import { LANGUAGES } from '../model/words/languages.ts';
import { AbsolutePath, changes, FileName, listOf, Name, reads } from './call.ts';
import { FileSelection, MOST_NAMED_FILES } from './file-calls.ts';
import type { VerificationReport } from './verify-calls.ts';

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
   * Reads a bundle, or any other BagIt bag, and compares everything with its lists of fingerprints. Asks nobody. `run`,
   * chosen by the face, identifies it in `verify-progress` events. Aborting the call ends the reading.
   */
  'evidence.check': reads<BagCheck>()(() =>
    z.strictObject({ path: AbsolutePath, run: z.optional(Name) }),
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
