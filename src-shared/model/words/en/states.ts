/**
 * The English names of states and holds, as lists, bars and filters show them. The way of a file: found, waits for your
 * approval, approved, sending, checking, notarized.
 */
import {
  type FileState,
  type HoldReason,
  type NamedState,
  namedState,
} from '../../files/file-state.ts';
import type { BudgetName } from '../../money/spend-limits.ts';

export const stateLabels: Readonly<Record<NamedState, string>> = {
  discovered: 'Found',
  settling: 'Waiting until saved',
  hashing: 'Fingerprinting',
  checking: 'Looking for duplicates',
  duplicate: 'Already on the service',
  ready: 'Ready',
  awaiting: 'Waits for your approval',
  approved: 'Approved',
  uploading: 'Sending',
  confirming: 'Checking whether it arrived',
  recording: 'Checking · being recorded',
  notarized: 'Notarized',
  record_error: 'Not recorded · error',
  failed: 'Refused',
  changed: 'Changed since notarized',
  missing: 'Missing from this computer',
  remote_only: 'On the service only',
  deleting: 'Being deleted',
  deleted: 'Deleted on the service',
  ignored: 'Left out',
  unreadable: "Can't be read",
};

export const holdLabels: Readonly<Record<HoldReason, string>> = {
  credits: 'Held · not enough credits',
  balance_unknown: 'Waiting for your balance',
  budget: 'Held · over a limit',
  size_limit: 'Held · larger than 2.5 GB',
  size_confirm: 'Held · large file, please confirm',
  procedure: 'Held · add procedure',
  labels: 'Held · add a label',
  primary_pending: 'Waiting for its primary file',
  twin_pending: 'Waiting for a file with the same content',
  project: 'Waiting for its project to be created',
  offline: 'Waiting for connection',
  signed_out: 'Waiting for you to sign in',
  server: 'Waiting for the service',
  paused: 'Paused',
  permission: 'Held · no permission in this project',
  review: 'Held · you wanted to look first',
  refusal: 'Held · the service said no',
  id_in_use: 'Held · its record id belongs to another file',
  record_deleted: 'Held · deleted on the service',
  undecided: 'Not known whether it arrived',
};

/** `isApproved` is known of `ready` files; undefined: of every other, and of a past moment. */
export function stateLabel(
  state: FileState,
  hold: HoldReason | null,
  isApproved: boolean | undefined,
): string {
  if (state === 'confirming' && hold !== null) return holdLabels[hold];
  if (state !== 'held') return stateLabels[namedState(state, isApproved)];
  return hold === null ? 'Held' : holdLabels[hold];
}

const LIMIT_NAMES: Readonly<Record<BudgetName, string>> = {
  run: 'what you allowed for a run',
  reserve: 'your reserve',
  folder: 'a folder budget',
  month: 'the monthly limit',
};

/** Files over limits: which. None: not known. */
export function overLimitsLabel(budgets: readonly BudgetName[]): string {
  if (budgets.length === 0) return holdLabels.budget;
  return `Held · by ${budgets.map((name) => LIMIT_NAMES[name]).join(', ')}`;
}
