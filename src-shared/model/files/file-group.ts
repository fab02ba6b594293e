/** The six parts of a list of files that a person tells apart. Every file is in exactly one. Pure. */
import {
  FILE_STATES,
  type FileState,
  HOLD_REASONS,
  type HoldReason,
  mayCarry,
  stateTraits,
} from './file-state.ts';

export const FILE_GROUPS = [
  'waiting',
  'running',
  'notarized',
  'attention',
  'missing',
  'left-out',
] as const;
export type FileGroup = (typeof FILE_GROUPS)[number];

/** `isApproved`: of `ready` files, see `stateTraits`. */
export function fileGroupOf(
  state: FileState,
  hold: HoldReason | null,
  isApproved?: boolean,
): FileGroup {
  const { group } = stateTraits(state, hold, isApproved);
  switch (group) {
    case 'needs-you':
      return 'attention';
    case 'sending':
    case 'preparing':
    case 'checking':
      return 'running';
    case 'queued':
    case 'waiting':
      return 'waiting';
    case 'done':
      return 'notarized';
    case 'gone':
      return state === 'missing' ? 'missing' : 'left-out';
    case 'ignored':
      return 'left-out';
    default:
      return group satisfies never;
  }
}

/** Which rows are in a group: with one of these holds, or without a hold in one of these states; and which ready ones. */
export interface GroupRows {
  readonly holds: readonly HoldReason[];
  /** Without `ready`. */
  readonly unheld: readonly FileState[];
  /** Those that await an approval, or those that need none; null: neither. */
  readonly ready: 'awaiting' | 'approved' | null;
}

export function rowsOfGroup(wanted: FileGroup): GroupRows {
  const isIn = (state: FileState, hold: HoldReason | null) =>
    mayCarry(state, hold) && fileGroupOf(state, hold) === wanted;
  return {
    holds: HOLD_REASONS.filter((hold) => FILE_STATES.some((state) => isIn(state, hold))),
    unheld: FILE_STATES.filter((state) => state !== 'ready' && isIn(state, null)),
    ready:
      fileGroupOf('ready', null, false) === wanted
        ? 'awaiting'
        : fileGroupOf('ready', null, true) === wanted
          ? 'approved'
          : null,
  };
}
