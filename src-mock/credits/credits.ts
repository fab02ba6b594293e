/**
 * Balances change here and nowhere else: each change is one history row, in the transaction of what it pays for.
 * A balance never goes below zero.
 */
import { CREDITS } from '../../src-shared/service/limits.ts';
import { assertNever } from '../assert-never.ts';
import type { Readings } from '../control/readings.ts';
import { Refusal } from '../http/answer.ts';
import type { Visibility } from '../store/file-table.ts';
import type { Store } from '../store/store.ts';
import type { TransactionType } from '../store/transaction-table.ts';

export interface Charge {
  readonly userId: string;
  /** Credits to take, from 0; nothing is written for 0. */
  readonly price: number;
  readonly type: TransactionType;
  /** The project or file that is paid for. */
  readonly subjectId: string;
}

export type Credits = ReturnType<typeof makeCredits>;

export function makeCredits(
  store: Pick<Store, 'users' | 'transactions'>,
  readings: () => Readings,
  nowMs: () => number,
) {
  /** The same refusal without taking anything, for asking before work that cannot be undone. */
  function requireBalance(userId: string, price: number): void {
    const balance = store.users.find(userId)?.creditBalance ?? 0;
    if (balance >= price) return;
    throw new Refusal(
      readings().insufficientCreditsStatus,
      `Insufficient credits: this costs ${price}, the balance is ${balance}`,
      'INSUFFICIENT_CREDITS',
    );
  }

  function write(userId: string, amount: number, type: TransactionType, subjectId: string | null) {
    if (amount === 0) return;
    store.users.addCredits(userId, amount);
    store.transactions.append({ userId, createdAtMs: nowMs(), amount, type, subjectId });
  }

  return {
    requireBalance,
    /** Throws the refusal of the readings when the balance is too low. Call it inside the operation's transaction. */
    charge({ userId, price, type, subjectId }: Charge) {
      requireBalance(userId, price);
      write(userId, -price, type, subjectId);
    },
    /** Gives, or with a negative amount takes; the caller has checked that the balance suffices. */
    adjust: (userId: string, amount: number, type: TransactionType) =>
      write(userId, amount, type, null),
  };
}

/** What operations cost, in credits. The figures are the document's; how a megabyte counts is a reading. */
export const PROJECT_PRICE = CREDITS.projectCreation;
export const INVITATION_PRICE = CREDITS.projectInvitation;
export const DELETION_PRICE = CREDITS.fileDeletion;

/** Credits for an upload of `sizeBytes`; a public file of less than a rounding step can be free. */
export function uploadPrice(
  visibility: Visibility,
  sizeBytes: number,
  { bytes, rounding }: Readings['megabyte'],
): number {
  if (visibility === 'private') return CREDITS.privateFileUpload;
  const megabytes = sizeBytes / bytes;
  switch (rounding) {
    case 'up':
      return Math.ceil(megabytes);
    case 'nearest':
      return Math.round(megabytes);
    case 'down':
      return Math.floor(megabytes);
    default:
      return assertNever(rounding);
  }
}
