/** The files of one pass: how many are in which state, and how many of them are still on their way. Read-only. */
import type { AgreedResults } from '../../../src-shared/model/money/upload-offer.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { FileCount, FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import type { StateCount } from '../../../src-shared/model/status/account-status.ts';
import { approvalOf } from '../credits/spend-offers.ts';
import { standingCounts, sumByState } from './standing-counts.ts';
import { eachIn, missingFolders } from '../../pipeline/common/rows-in-state.ts';

/** Nothing was decided about these yet. */
const BEFORE_AN_OFFER: readonly FileState[] = ['discovered', 'settling', 'hashing', 'checking'];
/**
 * The service has them, or gets them, and has not said the last word; or they are checked once more before they are paid
 * for.
 */
const AFTER_IT: readonly FileState[] = ['checking', 'uploading', 'confirming', 'recording'];

type PassCount = Pick<FileCount, 'state' | 'hold' | 'files'>;

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
