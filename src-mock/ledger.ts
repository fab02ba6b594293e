/** Everything the service has charged and recorded, for tests and for the control endpoint. */
import type { ChainRecord } from './store/chain-table.ts';
import type { CreditTransaction } from './store/transaction-table.ts';

/** Oldest first. */
export interface Ledger {
  readonly transactions: readonly CreditTransaction[];
  readonly records: readonly ChainRecord[];
}
