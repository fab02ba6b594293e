/** What a person may limit about spending, what holds a file for it, and what a person may approve. */

export const SPEND_LIMITS = [
  'day',
  'month',
  'floor',
  'ask-above',
  'brake-files',
  'brake-credits',
] as const;
export type SpendLimitName = (typeof SPEND_LIMITS)[number];

/**
 * Credits, except for `brake-files`, which counts files; null: no limit. `day` and `month` are in UTC, as all times
 * that Labseal shows. `floor`: no upload takes the balance below it, and no paid change does without asking.
 * `ask-above`: a file that costs more needs approval. The `brake-*` limits are the spending guard: they stop a folder
 * that brings unexpectedly much at once.
 */
export type SpendLimits = Readonly<Record<SpendLimitName, number | null>>;

/** The spending guard is set above any ordinary day; nothing else is limited by default. */
export const DEFAULT_LIMITS: SpendLimits = {
  day: null,
  month: null,
  floor: null,
  'ask-above': null,
  'brake-files': 10_000,
  'brake-credits': 10_000,
};

/** A price that would take the balance below what the person wants to keep. */
export interface FloorBreach {
  readonly floor: number;
  /** What would be left of the balance. */
  readonly left: number;
}

/**
 * Null when the balance stays above the floor, or that is unknown: without a floor or a balance. A free change never
 * breaks it.
 */
export function floorBreach(
  { floor }: Pick<SpendLimits, 'floor'>,
  balance: number | null,
  credits: number,
): FloorBreach | null {
  if (floor === null || balance === null || credits === 0) return null;
  const left = balance - credits;
  return left < floor ? { floor, left } : null;
}

/** A balance that the service named, and what of it the person wants to keep; `floor` null: nothing. */
export interface Purse {
  readonly credits: number;
  readonly floor: number | null;
}

/** The credits that a purse lacks for a price; 0 when it can be paid. */
export function lackingCredits({ credits, floor }: Purse, price: number): number {
  return Math.max(0, price + (floor ?? 0) - credits);
}

/** Holds that an approval lifts, and copies that are to be notarized at their own destination as well. */
export const APPROVAL_KINDS = [
  'review',
  'size_confirm',
  'budget',
  'duplicate',
  'id_in_use',
  'record_deleted',
] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** Which budget holds a file back; `run`: what was agreed to for one run. */
export type BudgetName = 'run' | 'floor' | 'folder' | 'day' | 'month';

/** Why a file is held, beyond the code of the hold: faces make the sentence. */
export type HoldNote =
  | {
      readonly why: 'budget';
      readonly budget: BudgetName;
      readonly limit: number;
      readonly left: number;
    }
  | { readonly why: 'approve-each' }
  | { readonly why: 'ask-above'; readonly limit: number }
  | { readonly why: 'many-files'; readonly count: number; readonly limit: number }
  | { readonly why: 'many-credits'; readonly count: number; readonly limit: number }
  /** The service gave its upload the id of this other file; the name is null when that file is not known here. */
  | { readonly why: 'id-in-use'; readonly fileId: string; readonly fileName: string | null }
  /** Its record was seen to be deleted on the service at this time; null: the deletion is being processed. */
  | { readonly why: 'record-deleted'; readonly atMs: number | null };

/** The note as a row keeps it. */
export function writeHoldNote(note: HoldNote): string {
  return JSON.stringify(note);
}

/** Null for a row that has none, and for a text of somebody else's. */
export function readHoldNote(text: string | null): HoldNote | null {
  return text !== null && text.startsWith('{"why":') ? (JSON.parse(text) as HoldNote) : null;
}
