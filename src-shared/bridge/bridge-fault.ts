/** Why a call did not give its answer: a code and what a sentence needs. No stack, and no sentence made by the host. */
import type { CoreFault } from '../model/status/core-fault.ts';

/** Faults of the contract itself. A face that keeps it never sees the first two. */
export type ContractFault =
  | { readonly kind: 'unknown-call'; readonly name: string }
  /** `at`: where in the input, from the outside in; empty for the input as a whole. */
  | { readonly kind: 'bad-input'; readonly at: readonly string[] }
  /** The face gave up waiting. What was begun on the service may have been carried out. */
  | { readonly kind: 'cancelled' }
  /** A mistake of ours. The details are in the log, under this id. */
  | { readonly kind: 'internal'; readonly logId: string };

export type BridgeFault = CoreFault | ContractFault;
