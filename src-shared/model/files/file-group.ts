/** The five parts of a list of files that a person tells apart. Every file is in exactly one. Pure. */
import {
  FILE_STATES,
  type FileState,
  HOLD_REASONS,
  type HoldReason,
  mayCarry,
  stateTraits,
} from './file-state.ts';

export const FILE_GROUPS = ['waiting', 'running', 'notarized', 'attention', 'left-out'] as const;
export type FileGroup = (typeof FILE_GROUPS)[number];

export function fileGroupOf(state: FileState, hold: HoldReason | null): FileGroup {
  const { group } = stateTraits(state, hold);
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
      return state === 'missing' ? 'notarized' : 'left-out'; // its record is safe
    case 'ignored':
      return 'left-out';
    default:
      return group satisfies never;
  }
}

/** How many files are in each group; one without files is absent. */
export function countsOfGroups(
  counts: readonly {
    readonly state: FileState;
    readonly hold: HoldReason | null;
    readonly files: number;
  }[],
): GroupCounts {
  const sums: Partial<Record<FileGroup, number>> = {};
  for (const { state, hold, files } of counts) {
    const group = fileGroupOf(state, hold);
    sums[group] = (sums[group] ?? 0) + files;
  }
  return sums;
}

export type GroupCounts = Readonly<Partial<Record<FileGroup, number>>>;

/** Which rows are in a group: with one of these holds, or without a hold in one of these states. */
export interface GroupRows {
  readonly holds: readonly HoldReason[];
  readonly unheld: readonly FileState[];
}

export function rowsOfGroup(wanted: FileGroup): GroupRows {
  const isIn = (state: FileState, hold: HoldReason | null) =>
    mayCarry(state, hold) && fileGroupOf(state, hold) === wanted;
  return {
    holds: HOLD_REASONS.filter((hold) => FILE_STATES.some((state) => isIn(state, hold))),
    unheld: FILE_STATES.filter((state) => isIn(state, null)),
  };
}
