/** A file as every face shows it: plain facts, no words. */
import * as z from 'zod/mini';
import type { Visibility } from '../money/price.ts';
import type { Assignment } from './assignment.ts';
import type { FileState, HoldReason } from './file-state.ts';

/** What a person said when they had it deleted on the platform. */
export interface FileDeletion {
  readonly reason: string;
  readonly askedAtMs: number;
}

export interface RecordedElsewhere {
  readonly projectId: string;
  readonly visibility: Visibility;
}

export interface FileView {
  /** Number of the row on this computer. */
  readonly id: string;
  readonly folderId: string;
  /** Absolute. */
  readonly path: string;
  /** The watched folder's name and the subfolders in it, with slashes; empty for a copy that Labseal keeps. */
  readonly folderPath: string;
  /** Of the record that it shows, else of its assignment; so is the visibility. */
  readonly projectId: string;
  readonly visibility: Visibility;
  /** Where and how it is, or was, to be notarized. */
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
  /** Its price needs no further approval: it is sent in its turn. Absent unless it is `ready`. */
  readonly isApproved?: boolean | undefined;
  /** A person agreed to its price, and that can be taken back unless it is on its way by now. Absent otherwise. */
  readonly mayUndo?: true | undefined;
  /** What uploading it costs at most. */
  readonly credits: number;
  /** Where the record of its content is, if that is not where its assignment says; absent otherwise. */
  readonly recordedElsewhere?: RecordedElsewhere | undefined;
  /** Where identical content is, for a duplicate. */
  readonly duplicate: { readonly fileName: string; readonly project: string } | null;
  /** The service refused to say whether it has the content, in these words if there were any; absent otherwise. */
  readonly checkRefusal?: string | null | undefined;
  /** What is known about its lost answer; null unless it is `confirming`. */
  readonly doubt: UploadDoubt | null;
  /** The latest deletion of its record that was asked for from here; absent when none was. */
  readonly deletion?: FileDeletion | undefined;
  /** Path of the saved PDF. */
  readonly certificatePdf: string | null;
  readonly certificateJson: string | null;
}

/** Why a search could not end in an answer. */
export const DOUBTS = [
  /** The list was not read to its end, or changed on the way. */
  'list-incomplete',
  /** The service does not let this account read the list. */
  'list-refused',
  /** The service shows its first page whatever is asked for. */
  'paging-ignored',
  /** A new file of this account may be it, and nothing tells. */
  'similar-file',
] as const;

/** What the service's credit history says about a charge for an upload that is in no list. */
export const CHARGE_EVIDENCE = [
  /** The history names our other uploads, and every charge in it belongs to one of them. */
  'none',
  /** It has charges that nothing here explains. */
  'unexplained',
  /** It could not be read, or does not name uploads. */
  'not-told',
] as const;
export type ChargeEvidence = (typeof CHARGE_EVIDENCE)[number];

export const UploadFinding = z.discriminatedUnion('kind', [
  /** The service may still be at work: absence means nothing yet. `isCharged`: something was charged that may be it. */
  z.strictObject({ kind: z.literal('looking'), isCharged: z.optional(z.literal(true)) }),
  /** More than one file answers the description. */
  z.strictObject({ kind: z.literal('several'), fileIds: z.array(z.string()) }),
  /** Not in a list that was read to its end, long enough afterwards: probably not recorded. */
  z.strictObject({
    kind: z.literal('absent'),
    charge: z._default(z.enum(CHARGE_EVIDENCE), 'not-told'),
  }),
  /** The same for one that the service had confirmed: its credits count as charged. */
  z.strictObject({ kind: z.literal('unlisted') }),
  z.strictObject({ kind: z.literal('cannot-tell'), why: z.enum(DOUBTS) }),
]);
export type UploadFinding = z.output<typeof UploadFinding>;

/** An answer to a complete form which says that it was not carried out. */
export const Denial = z.strictObject({
  /** Of the answer, or of the envelope in it. */
  status: z.number(),
  serviceSays: z.nullable(z.string()),
  /** A web page: from something on the way to the service. */
  isPage: z.boolean(),
  /** Header fields of our own are not why: there were none. */
  isNotOverFields: z.optional(z.literal(true)),
  /** Nor are they, and nothing before the service is: it says a reason itself. */
  isOwnReason: z.optional(z.literal(true)),
});
export type Denial = z.output<typeof Denial>;

/** What came in place of the service's answer to a complete form. */
export const Received = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    status: z.number(),
    /** `incomplete`: it broke off. */
    content: z.enum(['json', 'html', 'text', 'empty', 'incomplete']),
    /** Absent when the answer does not deny the form. */
    denial: z.optional(Denial),
  }),
  /** A confirmation with an id that stands in no complete list, long after, or there as the record of another file. */
  z.strictObject({
    kind: z.literal('confirmation'),
    fileId: z.string(),
    isOfAnother: z.optional(z.literal(true)),
  }),
  z.strictObject({
    kind: z.literal('nothing'),
    /** `not-http`: bytes that are no HTTP answer. `stopped`: nobody waited for it any longer. */
    why: z.enum(['broken-connection', 'not-http', 'timed-out', 'stopped']),
  }),
]);
export type Received = z.output<typeof Received>;

export interface UploadDoubt {
  /** When the answer was lost. */
  readonly sinceMs: number;
  /** What came in its place; null: not known, because the program ended. */
  readonly received: Received | null;
  /** The last check of the destination's list; null: none yet. */
  readonly lookedAtMs: number | null;
  /** The earliest time from which it can be told that it is not there. */
  readonly toldFromMs: number;
  readonly finding: UploadFinding;
}
