/** Counts of files by where they stand: ready files are two kinds, those whose price needs no further approval and the others. */
import type { StateCount } from '../../../src-shared/model/status/account-status.ts';
import type { ApprovedCount, FileCount, FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import { approvalOf, goesByItself } from '../credits/spend-offers.ts';
import { type Wait, pauseAt } from '../../../src-shared/model/files/queue-view.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ServiceGate } from '../../pipeline/common/service-gate.ts';
import type { SyncRun } from '../../pipeline/run/sync-run.ts';
import type { AgreedResults } from '../../../src-shared/model/money/upload-offer.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { eachIn, missingFolders } from '../../pipeline/common/rows-in-state.ts';

export interface StandingCount extends FileCount {
  /** Of ready files alone. */
  readonly isApproved?: boolean;
}

/** Of files of active folders. */
export function standingCounts(state: State): readonly StandingCount[] {
  const approved = state.approvals.readyCounts();
  const isActive = ({ folderId }: FileCount) => state.folders.get(folderId) !== null;
  return state.files
    .counts()
    .filter(isActive)
    .flatMap((count) => splitByApproval(state, count, approved));
}

export function splitByApproval<Count extends FileCount>(
  state: State,
  count: Count,
  approvals: readonly ApprovedCount[],
): readonly (Count & StandingCount)[] {
  if (count.state !== 'ready') return [count];
  const folder = state.folders.get(count.folderId);
  if (folder !== null && folder.largeBatchUntilId === 0 && goesByItself(folder))
    return [{ ...count, isApproved: true }];
  let [files, bytes] = [0, 0];
  for (const approval of approvals) {
    if (approval.folderId !== count.folderId) continue;
    files += approval.files;
    bytes += approval.bytes;
  }
  return [
    { ...count, isApproved: true, files, bytes },
    { ...count, isApproved: false, files: count.files - files, bytes: count.bytes - bytes },
  ].filter((part) => part.files > 0);
}

/** Those of all folders together. */
export function sumByState(all: readonly StandingCount[]): readonly StateCount[] {
  const counts = new Map<string, StateCount>();
  for (const { state, hold, isApproved, files, bytes } of all) {
    const key = `${state} ${hold ?? ''} ${isApproved ?? ''}`;
    const standing = { state, hold, ...(isApproved === undefined ? {} : { isApproved }) };
    const sum = counts.get(key) ?? { ...standing, files: 0, bytes: 0 };
    counts.set(key, { ...sum, files: sum.files + files, bytes: sum.bytes + bytes });
  }
  return [...counts.values()];
}

export interface WaitParts {
  readonly state: State;
  readonly clock: Clock;
  readonly gate: Pick<ServiceGate, 'isOffline'>;
  /** Address of the service. */
  readonly server: string;
  /** The current run, or the last one; null before the first. */
  readonly run: () => Pick<SyncRun, 'serviceWait'> | null;
}

/** What files wait for, per service, without the files. */
export function waitsOf({ state, clock, gate, server, run }: WaitParts): readonly Wait[] {
  const pause = pauseAt(state.transferRules.get().pause, clock.nowMs());
  const held = state.holds.counts();
  const list: Wait[] = [];
  const plain = { server, why: null, note: null };
  const paused = held.find(({ hold }) => hold === 'paused');
  if (pause !== null) {
    const { sinceMs, untilMs } = pause;
    const { files, bytes } = paused ?? { files: 0, bytes: 0 };
    list.push({ ...plain, cause: 'paused', sinceMs, untilMs, files, bytes });
  }
  const live = run()?.serviceWait() ?? null;
  // A tripped circuit breaker has already put its reason on every row.
  if (live !== null && live.untilMs !== null) {
    const { hold: cause, sinceMs, untilMs, fault } = live;
    const why = fault.kind === 'unavailable' ? fault.why : null;
    list.push({ ...plain, cause, why, sinceMs, untilMs, ...inLine(state) });
  }
  for (const { hold: cause, waits: note, files, bytes, sinceMs } of held) {
    if (cause === 'paused') continue;
    const why = cause === 'offline' && gate.isOffline() ? 'working-offline' : null;
    list.push({ ...plain, cause, why, note, sinceMs, untilMs: null, files, bytes });
  }
  return list;
}

/** What waits while the service cannot be reached: what awaits an approval waits for that. */
function inLine(state: State) {
  const waiting = standingCounts(state).filter(
    ({ state: fileState, isApproved }) =>
      ['checking', 'ready', 'uploading'].includes(fileState) && isApproved !== false,
  );
  return {
    files: waiting.reduce((sum, { files }) => sum + files, 0),
    bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Nothing was decided about these yet. */
const BEFORE_AN_OFFER: readonly FileState[] = ['discovered', 'settling', 'hashing', 'checking'];
/**
 * The service has them, or gets them, and has not said the last word; or they are checked once more before they are paid
 * for.
 */
const AFTER_IT: readonly FileState[] = ['checking', 'uploading', 'confirming', 'recording'];

type PassCount = Pick<FileCount, 'state' | 'hold' | 'files'>;

/** The files of one pass: how many are in which state, and how many of them are still on their way. Read-only. */
export function makePassFiles(state: State) {
  function rows(scope: FileScope): readonly (PassCount & { readonly folderId: number })[] {
    if (scope.fileIds === undefined) {
      const { folderId } = scope;
      return state.files
        .counts()
        .filter((count) => (folderId ?? count.folderId) === count.folderId);
    }
    return Array.from(eachIn(state, undefined, scope), ({ folderId, state: fileState, hold }) => ({
      folderId,
      state: fileState,
      hold,
      files: 1,
    }));
  }

  /** Those without a hold in these states, of folders that are there. */
  function goingOn(scope: FileScope, states: readonly FileState[]): number {
    const away = missingFolders(state);
    return rows(scope)
      .filter((each) => each.hold === null && states.includes(each.state))
      .filter(({ folderId }) => !away.has(folderId))
      .reduce((sum, { files }) => sum + files, 0);
  }

  return {
    counts(scope: FileScope): readonly PassCount[] {
      const sums = new Map<string, PassCount>();
      for (const { state: fileState, hold, files } of rows(scope)) {
        const key = `${fileState} ${hold}`;
        const before = sums.get(key)?.files ?? 0;
        sums.set(key, { state: fileState, hold, files: before + files });
      }
      return [...sums.values()];
    },

    /** As a report tells them: each once, ready files by whether they are approved. */
    standing(scope: FileScope): readonly StateCount[] {
      const { fileIds, folderId } = scope;
      if (fileIds === undefined) {
        const all = standingCounts(state);
        return sumByState(all.filter((count) => (folderId ?? count.folderId) === count.folderId));
      }
      return sumByState(
        Array.from(eachIn(state, undefined, scope), (row) => ({
          folderId: row.folderId,
          state: row.state,
          hold: row.hold,
          ...approvalOf(row, state),
          files: 1,
          bytes: row.sizeBytes,
        })),
      );
    },

    /** Begins to count what these files cost from now on, whoever agreed to it. */
    countSpent: (scope: FileScope): (() => number) =>
      state.charges.countSpent(scope, state.balances.placesNow().uploadAttempts),

    resultsOf: (fileIds: readonly number[]): AgreedResults => state.files.resultsOf(fileIds),

    /** How many have not come to a decision. */
    undecided: (scope: FileScope): number => goingOn(scope, BEFORE_AN_OFFER),

    /** How many are paid for and not sent, being sent, or being recorded. */
    underWay(scope: FileScope): number {
      const queued = goingOn(scope, ['ready']) - state.waitingCosts.sum(scope).files;
      return Math.max(0, queued) + goingOn(scope, AFTER_IT);
    },
  };
}
