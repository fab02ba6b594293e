/** What a person may limit about spending, what holds a file for it, and what a person may approve. */

export const SPEND_LIMITS = ['reserve', 'month'] as const;
export type SpendLimitName = (typeof SPEND_LIMITS)[number];

/**
 * In credits; null: no limit. `reserve`: no upload takes the balance below it, and no paid change does without asking.
 * `month` is a month of UTC, as all times that Labseal shows.
 */
export type SpendLimits = Readonly<Record<SpendLimitName, number | null>>;

export const NO_LIMITS: SpendLimits = { reserve: null, month: null };

/**
 * More new files of a folder are more than a person can have meant to bring: a restored disk, a tree copied to the wrong
 * place. No budget and no option pays for them unseen.
 */
export const LARGE_BATCH_FILES = 10_000;

/** A price that would take the balance below what the person wants to keep. */
export interface ReserveBreach {
  readonly reserve: number;
  /** What would be left of the balance. */
  readonly left: number;
}

/**
 * Null when the balance stays above the reserve, or that is unknown: without a reserve or a balance. A free change never
 * breaks it.
 */
export function reserveBreach(
  { reserve }: Pick<SpendLimits, 'reserve'>,
  balance: number | null,
  credits: number,
): ReserveBreach | null {
  if (reserve === null || balance === null || credits === 0) return null;
  const left = balance - credits;
  return left < reserve ? { reserve, left } : null;
}

/** A limit as a person saw it: an approval passes it only by naming it, and only while it is set to this. */
export interface PassedLimit {
  readonly budget: Exclude<BudgetName, 'run'>;
  /** Null: of the whole account. */
  readonly folderId: string | null;
  readonly limit: number;
}

/** The limits that an approval of one file passes, each with what it was set to. */
export type Passes = Readonly<Partial<Record<PassedLimit['budget'], number>>>;

/** Whether all of `wanted` are among those that a person named. */
export function namesAll(named: readonly PassedLimit[], wanted: readonly PassedLimit[]): boolean {
  return wanted.every(({ budget, folderId, limit }) =>
    named.some(
      (each) => each.budget === budget && each.folderId === folderId && each.limit === limit,
    ),
  );
}

/** A balance that the service named, and what of it the person wants to keep; `reserve` null: nothing. */
export interface Purse {
  readonly credits: number;
  readonly reserve: number | null;
  /** What is left of them for what is not approved yet; null or absent: not known. */
  readonly free?: number | null;
}

/** What a price leaves of a purse; below 0 it is what is missing. */
export function creditsLeft({ credits, free }: Purse, price: number): number {
  return (free ?? credits) - price;
}

/** The credits that a purse lacks for a price; 0 when it can be paid. */
export function lackingCredits(purse: Purse, price: number): number {
  return Math.max(0, (purse.reserve ?? 0) - creditsLeft(purse, price));
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
export type BudgetName = 'run' | 'reserve' | 'folder' | 'month';

/** Why a file is held, beyond the code of the hold: faces make the sentence. */
export type HoldNote =
  | {
      readonly why: 'budget';
      readonly budget: BudgetName;
      readonly limit: number;
      readonly left: number;
    }
  | { readonly why: 'approve-each' }
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
