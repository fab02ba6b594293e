/** What is known about an upload whose answer was lost, while nobody can say whether it was recorded. Plain data. */
import * as z from 'zod/mini';

/** Why a search could not end in an answer. */
export const DOUBTS = [
  /** The list was not read to its end, or changed on the way. */
  'list-incomplete',
  /** The service shows its first page whatever is asked for. */
  'paging-ignored',
  /** A new file of this account may be it, and nothing tells. */
  'similar-file',
] as const;

export const UploadFinding = z.discriminatedUnion('kind', [
  /** The service may still be at work: absence means nothing yet. */
  z.strictObject({ kind: z.literal('looking') }),
  /** More than one file answers the description. */
  z.strictObject({ kind: z.literal('several'), fileIds: z.array(z.string()) }),
  /** Not in a list that was read to its end, long enough afterwards: probably not recorded. */
  z.strictObject({ kind: z.literal('absent') }),
  z.strictObject({ kind: z.literal('cannot-tell'), why: z.enum(DOUBTS) }),
]);
export type UploadFinding = z.output<typeof UploadFinding>;
export type Doubt = (typeof DOUBTS)[number];

export interface UploadDoubt {
  /** When the answer was lost. */
  readonly sinceMs: number;
  /** The last look at the place's list; null: none yet. */
  readonly lookedAtMs: number | null;
  /** From when on a list can prove that it is not there. */
  readonly judgedFromMs: number;
  readonly finding: UploadFinding;
}
