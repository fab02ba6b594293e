/** The account's money as every face shows it. Credits are integers. */
import type { ChargedChange } from './price.ts';
import type { ServiceFault } from '../status/service-fault.ts';
import type { SpendLimits } from './spend-limits.ts';

/** A file that cost more than expected. */
export interface ChargeDeviation {
  readonly name: string;
  /** At most. */
  readonly expectedCredits: number;
  readonly chargedCredits: number;
  /** Another computer of the account paid for it too. Else the service charged more for what this one sent. */
  readonly isElsewhere: boolean;
}

/** Contents that were charged more than once, together. */
export interface PaidTwiceSum {
  readonly files: number;
  /** What they cost besides. */
  readonly credits: number;
  /** The file of the latest. */
  readonly name: string;
}

export interface HistoryLine {
  readonly atMs: number;
  /** Of the service's entry; null for an upload or a change that its history does not show (yet). */
  readonly transactionId: string | null;
  /** The service's own text; null like `transactionId`. */
  readonly type: string | null;
  /** As the service writes it, negative for a charge; null like `transactionId`. */
  readonly amount: number | null;
  /** Name of the file it paid for, when this computer sent it. */
  readonly file: string | null;
  /** Where that file lies, as a `FileView` has it; null: it is not known here any more, or there is none. */
  readonly folderPath: string | null;
  /** The project, invitation or deletion it paid for, when this computer sent it. */
  readonly change: ChargedChange | null;
  /** At most. */
  readonly expected: number | null;
  readonly charged: number | null;
  /** `charged` minus `expected`; null unless both are known. */
  readonly difference: number | null;
  /** More was charged than was expected at most. */
  readonly isDeviation: boolean;
}

export interface CreditHistory {
  /** How many lines these days have. */
  readonly total: number;
  readonly lines: readonly HistoryLine[];
  /** When the oldest day of a copy was read; null: all of it was read just now. */
  readonly asOfMs: number | null;
  /** Days of the range that nothing is known about, because the service did not answer and they were never read. */
  readonly unknownDays: number;
  /** Why a copy is shown; null when it is none. */
  readonly fault: ServiceFault | null;
}

export interface FolderCredits {
  readonly id: string;
  readonly path: string;
  /** At most, of its files that wait. */
  readonly queuedCredits: number;
  readonly spentCredits: number;
  readonly budgetCredits: number | null;
}

/** A balance as it was read some time ago. */
export interface KnownBalance {
  readonly credits: number;
  readonly atMs: number;
}

/** What there is, what waits for it, and what was spent of the limits. */
export interface CreditSummary {
  /** Null when it was never read. */
  readonly balance: number | null;
  /** When the balance was read; null with it. */
  readonly balanceAtMs: number | null;
  /** Why the balance is an older one; null when it was read now. */
  readonly fault: ServiceFault | null;
  /** Credits of uploads and changes on their way. */
  readonly reserved: number;
  /** What is queued or waits for credits, and what it costs at most, each content and destination once. */
  readonly queuedFiles: number;
  readonly queuedCredits: number;
  /** Projects, invitations and deletions that wait to be sent, and what they cost together. */
  readonly waitingChanges: number;
  readonly waitingCredits: number;
  /** Balance without the reserve and what is reserved, queued and waiting; below zero it is what is missing. Null without a balance. */
  readonly available: number | null;
  /** For how many of the queued files balance and reserve are enough: a change that waits keeps no file from going. */
  readonly fittingFiles: number;
  readonly spentToday: number;
  readonly spentThisMonth: number;
  readonly limits: SpendLimits;
  readonly folders: readonly FolderCredits[];
}

/** For what of all that waits the credits are enough. */
export type Enough =
  | { readonly for: 'all' }
  | { readonly for: 'files'; readonly fitting: number; readonly files: number }
  /** For all files, but not for the changes that wait as well. */
  | { readonly for: 'no-changes'; readonly credits: number };

/** Null when nothing waits, and while the balance is not known. Pure. */
export function enoughOf({
  available,
  queuedFiles,
  fittingFiles,
  waitingChanges,
  waitingCredits,
}: CreditSummary): Enough | null {
  if (available === null || queuedFiles + waitingChanges === 0) return null;
  if (available >= 0) return { for: 'all' };
  if (fittingFiles < queuedFiles) {
    return { for: 'files', fitting: fittingFiles, files: queuedFiles };
  }
  // Below zero by the reserve alone, which these files may use.
  if (waitingCredits === 0) return { for: 'all' };
  return { for: 'no-changes', credits: waitingCredits };
}
