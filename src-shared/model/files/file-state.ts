/**
 * The states of a watched file: their codes, how they count, and which moves are legal. The codes are those of the
 * command line, the database, the tests and every face.
 */

export const FILE_STATES = [
  'discovered',
  'settling',
  'hashing',
  'checking',
  'duplicate',
  'ready',
  'held',
  'uploading',
  'confirming',
  'recording',
  'notarized',
  'record_error',
  'failed',
  'changed',
  'missing',
  'remote_only',
  'deleting',
  'deleted',
  'ignored',
  'unreadable',
] as const;
export type FileState = (typeof FILE_STATES)[number];

/** States of a row that shows a record as its own. */
export const SHOWING: readonly FileState[] = [
  'recording',
  'notarized',
  'record_error',
  'deleting',
  'deleted',
];

/** Colour role: neutral, active, ok, warn, danger. */
export type Role = 'neutral' | 'active' | 'ok' | 'warn' | 'danger';

/** How a rollup counts a state, in its order of precedence. */
export type Group =
  | 'needs-you'
  | 'sending'
  /** Sent, and not known to be recorded yet. */
  | 'checking'
  | 'preparing'
  | 'queued'
  | 'waiting'
  | 'done'
  /** Its record stands; on this computer, or on the service, it is no more. */
  | 'gone'
  | 'ignored';

/** The states to which a scan of the disk can move a file. */
const BY_THE_DISK = ['discovered', 'settling', 'unreadable', 'missing', 'ignored'] as const;
/** The states to which a known fingerprint can move a file, without an answer of the service. */
const BY_THE_CONTENT = [
  'checking',
  'duplicate',
  'ready',
  'held',
  'recording',
  'notarized',
  'record_error',
  'changed',
  'deleting',
  'deleted',
] as const;

/**
 * Legal moves. A file whose bytes may have changed goes back to the start from anywhere, except while the service may
 * already hold them: `uploading` is left by an outcome only, `confirming` only by evidence or a person.
 */
const MOVES: Readonly<Record<FileState, readonly FileState[]>> = {
  discovered: [...BY_THE_DISK, ...BY_THE_CONTENT, 'hashing'],
  settling: BY_THE_DISK,
  hashing: [...BY_THE_DISK, ...BY_THE_CONTENT],
  checking: [...BY_THE_DISK, ...BY_THE_CONTENT, 'failed'],
  duplicate: [...BY_THE_DISK, ...BY_THE_CONTENT],
  ready: [...BY_THE_DISK, ...BY_THE_CONTENT, 'uploading'],
  held: [...BY_THE_DISK, ...BY_THE_CONTENT],
  uploading: [
    'settling',
    'ready',
    'held',
    'failed',
    'confirming',
    'recording',
    'notarized',
    'record_error',
  ],
  confirming: ['recording', 'notarized', 'record_error', 'deleted', 'ready', 'held', 'failed'],
  recording: [...BY_THE_DISK, 'confirming', 'notarized', 'record_error', 'deleting', 'deleted'],
  notarized: [...BY_THE_DISK, 'record_error', 'deleting', 'deleted'],
  record_error: [...BY_THE_DISK, 'recording', 'notarized', 'ready', 'deleting', 'deleted'],
  failed: [...BY_THE_DISK, ...BY_THE_CONTENT],
  changed: [...BY_THE_DISK, ...BY_THE_CONTENT],
  missing: [...BY_THE_DISK, 'remote_only', 'deleting', 'deleted'],
  // By a person's decision; a file that returns to its path is scanned like any other.
  remote_only: [...BY_THE_DISK, 'recording', 'notarized', 'record_error', 'deleting', 'deleted'],
  deleting: ['deleted', 'recording', 'notarized', 'record_error', ...BY_THE_DISK], // the service may change its mind
  deleted: [...BY_THE_DISK, 'recording', 'notarized', 'record_error', 'deleting'], // a list may have been wrong
  ignored: BY_THE_DISK,
  unreadable: BY_THE_DISK,
};

export function canMove(from: FileState, to: FileState): boolean {
  return MOVES[from].includes(to);
}

interface StateTraits {
  readonly role: Role;
  readonly group: Group;
}

const TRAITS: Readonly<Record<FileState, StateTraits>> = {
  discovered: { role: 'neutral', group: 'preparing' },
  settling: { role: 'neutral', group: 'waiting' }, // for whoever writes it
  hashing: { role: 'neutral', group: 'preparing' },
  checking: { role: 'active', group: 'preparing' },
  duplicate: { role: 'ok', group: 'done' },
  ready: { role: 'neutral', group: 'queued' },
  held: { role: 'warn', group: 'needs-you' }, // a hold that asks nothing counts as waiting: see stateTraits
  uploading: { role: 'active', group: 'sending' },
  confirming: { role: 'active', group: 'checking' }, // while evidence is gathered; then a hold asks: see stateTraits
  recording: { role: 'active', group: 'checking' },
  notarized: { role: 'ok', group: 'done' },
  record_error: { role: 'danger', group: 'needs-you' },
  failed: { role: 'danger', group: 'needs-you' },
  changed: { role: 'danger', group: 'needs-you' },
  missing: { role: 'neutral', group: 'gone' },
  remote_only: { role: 'ok', group: 'done' },
  deleting: { role: 'active', group: 'checking' },
  deleted: { role: 'neutral', group: 'gone' },
  ignored: { role: 'neutral', group: 'ignored' },
  unreadable: { role: 'warn', group: 'needs-you' },
};

export const HOLD_REASONS = [
  'credits',
  'balance_unknown',
  'budget',
  'size_limit',
  'size_confirm',
  'procedure',
  'labels',
  'primary_pending',
  'twin_pending',
  'project',
  'offline',
  'signed_out',
  'server',
  'paused',
  'permission',
  'review',
  'refusal',
  'id_in_use',
  'record_deleted',
  'undecided',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

const WAITS_BY_ITSELF: ReadonlySet<HoldReason> = new Set([
  'balance_unknown',
  'primary_pending',
  'twin_pending',
  'project',
  'offline',
  'signed_out',
  'server',
  'paused',
]);

/** `undecided`: evidence cannot decide about a lost answer, and a person has not. */
export function mayCarry(state: FileState, hold: HoldReason | null): boolean {
  if (hold === 'undecided') return state === 'confirming';
  return (state === 'held') === (hold !== null);
}

/** True when the hold needs a person; the others end automatically. */
export function asksPerson(reason: HoldReason): boolean {
  return !WAITS_BY_ITSELF.has(reason);
}

const AWAITS_APPROVAL: ReadonlySet<HoldReason> = new Set([
  'review',
  'size_confirm',
  'id_in_use',
  'record_deleted',
]);

/** An approval outlasts it, and can be taken back; the others wait for an approval. */
export const KEEPS_APPROVAL: readonly HoldReason[] = HOLD_REASONS.filter(
  (reason) => !AWAITS_APPROVAL.has(reason),
);

/** Once it is approved, nothing but time or credits keeps it from being sent. */
export const GOES_ONCE_APPROVED: readonly HoldReason[] = HOLD_REASONS.filter(
  (reason) => reason === 'credits' || !asksPerson(reason),
);

/**
 * How a file counts and is coloured; `hold` matters for `held` and `confirming` only, `isApproved` for `ready`. Without
 * that, a ready file is queued.
 */
export function stateTraits(
  state: FileState,
  hold: HoldReason | null,
  isApproved?: boolean,
): StateTraits {
  if (state === 'ready' && isApproved === false) return TRAITS.held;
  if (hold !== null && mayCarry(state, hold) && !asksPerson(hold)) {
    return { role: 'neutral', group: 'waiting' };
  }
  return state === 'confirming' && hold === 'undecided' ? TRAITS.held : TRAITS[state];
}

/** A run that ends with this file has not finished it: a person or a later run does (exit code 1 of the command line). */
export function isUnfinished(state: FileState, hold: HoldReason | null): boolean {
  const isSearched = state === 'confirming' && hold === null;
  const isLeft = isSearched || state === 'settling' || hold === 'server';
  return isLeft || needsPerson(state, hold);
}

/** A file in this state waits for a person. */
export function needsPerson(state: FileState, hold: HoldReason | null): boolean {
  return stateTraits(state, hold).group === 'needs-you';
}

/** It is still written or read, so nothing can be decided about it yet. */
export function isUnread(state: FileState, hold: HoldReason | null): boolean {
  return state === 'settling' || stateTraits(state, hold).group === 'preparing';
}

export type NamedState = Exclude<FileState, 'held'> | 'awaiting' | 'approved';

/**
 * A state as people are told it: a ready file waits for an approval, or has it. `isApproved` is known of `ready` files;
 * of a past moment it is not.
 */
export function namedState(
  state: Exclude<FileState, 'held'>,
  isApproved: boolean | undefined,
): NamedState {
  if (state !== 'ready' || isApproved === undefined) return state;
  return isApproved ? 'approved' : 'awaiting';
}
