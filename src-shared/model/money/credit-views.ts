/** The account's money as every face shows it: history and forecast. Credits are integers. */
import type { ChargedChange } from '../changes/charged-parts.ts';
import type { ServiceFault } from '../status/service-fault.ts';
import type { SpendLimits } from './spend-limits.ts';

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
  /** The project, invitation or deletion it paid for, when this computer sent it. */
  readonly change: ChargedChange | null;
  readonly expected: number | null;
  readonly charged: number | null;
  /** `charged` minus `expected`; null unless both are known. */
  readonly difference: number | null;
  /** The charge is not what could be expected: above the upper bound, or not the exact price. */
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

export interface FolderForecast {
  readonly id: string;
  readonly path: string;
  readonly queuedFiles: number;
  readonly queuedCredits: number;
  readonly spentCredits: number;
  readonly budgetCredits: number | null;
}

export interface Forecast {
  /** Null when it was never read. */
  readonly balance: number | null;
  /** When the balance was read; null with it. */
  readonly balanceAtMs: number | null;
  /** Why the balance is an older one; null when it was read now. */
  readonly fault: ServiceFault | null;
  /** Credits of uploads and changes on their way. */
  readonly reserved: number;
  /** What is queued or waits for credits, each content and destination once. */
  readonly queuedFiles: number;
  readonly queuedCredits: number;
  /** Projects, invitations and deletions that wait to be sent, and what they cost together. */
  readonly waitingChanges: number;
  readonly waitingCredits: number;
  /** Balance without the floor and what is reserved, queued and waiting; below zero it is what is missing. Null without a balance. */
  readonly available: number | null;
  /** What of the queue of files balance, floor and budgets allow now: a change that waits keeps no file from going. */
  readonly fits: { readonly files: number; readonly credits: number };
  readonly spentToday: number;
  readonly spentThisMonth: number;
  readonly limits: SpendLimits;
  /** Full days the balance lasts at the rate of the last 7 days; null with data of less than 5 days. */
  readonly lastsDays: number | null;
  readonly folders: readonly FolderForecast[];
}
