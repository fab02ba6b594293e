/**
 * Decisions about a selection, which may be a list of any length: it is resolved here, at the moment of the decision,
 * and what was decided never costs more than the sum that a person saw.
 */
import type {
  FileSelection,
  SelectionSummary,
  SpendOffer,
} from '../../../src-shared/bridge/file-calls.ts';
import type { PassedLimit } from '../../../src-shared/model/money/spend-limits.ts';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import { isUnread } from '../../../src-shared/model/files/file-state.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import type { Credits } from '../credits/credits.ts';
import type { SpendOffers } from '../credits/spend-offers.ts';
import type { Folders } from '../folders/folders.ts';
import type { Files } from './files.ts';

interface SelectionParts {
  readonly state: State;
  readonly transitions: Pick<FileTransitions, 'creditsOf'>;
  readonly files: Pick<Files, 'assign'>;
  readonly folders: Pick<Folders, 'earlierFiles' | 'takeBaselineFiles'>;
  readonly credits: Pick<Credits, 'awaiting' | 'approve' | 'limitsOf'>;
  readonly offers: Pick<SpendOffers, 'offer'>;
}

/** Of a decision: the rows that it changed. */
type Decided = Result<readonly number[], CoreFault>;

export function makeSelectedFiles({
  state,
  transitions,
  files,
  folders,
  credits,
  offers,
}: SelectionParts) {
  /** Row numbers; rows that are gone are left out. */
  function idsOf(selection: FileSelection): readonly number[] {
    if (!('filter' in selection)) return [...new Set(selection.fileIds.map(Number))];
    const { folderId, ...filter } = selection.filter;
    const narrowed = folderId === undefined ? filter : { ...filter, folderId: Number(folderId) };
    const order = { by: 'name', isDescending: false } as const;
    const { ids } = state.fileRange(narrowed, order, { first: 0, count: -1 });
    const without = new Set(selection.exceptIds.map(Number));
    const upToId = Number(selection.upToId ?? Infinity);
    return ids.filter((id) => id <= upToId && !without.has(id));
  }

  function isPreparing(fileId: number): boolean {
    const row = state.files.get(fileId);
    return row !== null && isUnread(row.state, row.hold);
  }

  /** What these rows cost, each for itself: never less than is charged. */
  function sumOf(rows: readonly FileRow[]): SpendOffer {
    return {
      files: rows.length,
      bytes: rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      credits: rows.reduce((sum, row) => sum + transitions.creditsOf(row), 0),
    };
  }

  /** Does it with these rows for no more than `mostCredits`, or not at all. */
  function within(
    rows: readonly FileRow[],
    mostCredits: number,
    decide: (fileIds: readonly number[]) => Decided,
  ): Decided {
    const sum = sumOf(rows).credits;
    if (sum > mostCredits) {
      return fail({ kind: 'dearer-than-agreed', credits: sum, agreedCredits: mostCredits });
    }
    return decide(rows.map(({ id }) => id));
  }

  return {
    idsOf,

    summary(selection: FileSelection): Omit<SelectionSummary, 'approved'> {
      const ids = idsOf(selection);
      const awaiting = credits.awaiting(ids);
      return {
        files: ids.length,
        upload: offers.offer({ fileIds: ids.map(String) }),
        approve: { ...sumOf(awaiting), limits: credits.limitsOf(awaiting) },
        include: sumOf(folders.earlierFiles(ids)),
        recorded: state.files.recordedOf(ids),
      };
    },

    /**
     * `isWhole`: one that awaits no approval keeps the others from being approved; one that is still written or read does not, it
     * waits. `passing`: the limits that were named.
     */
    approve: (
      selection: FileSelection,
      mostCredits: number,
      {
        isWhole = false,
        passing = [],
      }: { isWhole?: boolean | undefined; passing?: readonly PassedLimit[] | undefined } = {},
    ): Decided =>
      state.transaction(() => {
        const all = idsOf(selection);
        const awaiting = credits.awaiting(all);
        const decided = isWhole ? all.filter((id) => !isPreparing(id)) : [];
        if (awaiting.length < Math.max(1, decided.length)) {
          const asked = decided.length > 0 ? decided : all;
          const wrong = credits.approve(asked, passing); // the first that awaits none says why
          return wrong.ok ? ok([]) : wrong;
        }
        return within(awaiting, mostCredits, (ids) => {
          const approved = credits.approve(ids, passing);
          return approved.ok ? ok(ids) : approved;
        });
      }),

    takeEarlier: (selection: FileSelection, mostCredits: number): Decided =>
      state.transaction(() =>
        within(folders.earlierFiles(idsOf(selection)), mostCredits, (ids) =>
          ok(folders.takeBaselineFiles(ids)),
        ),
      ),

    assign: (
      selection: FileSelection,
      assignment: Assignment,
      signal: AbortSignal,
    ): Promise<Decided> => files.assign(idsOf(selection), assignment, signal),
  };
}
