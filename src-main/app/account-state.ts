/** The database of an account, opened with crash recovery done, and its status. */
import {
  NO_FILES,
  partOf,
  type AccountStatus,
  type FileSums,
  type ProjectCount,
} from '../../src-shared/model/status/account-status.ts';
import { changeNeedsPerson } from '../../src-shared/model/changes/change.ts';
import type { ProjectFileCount, FileCount } from '../db/files/file-scope.ts';
import type { Folder } from '../db/files/folder-repository.ts';
import { openState, type State, type StatePorts } from '../db/state.ts';
import type { SilentChanges } from '../../src-shared/model/proofs/audit.ts';
import {
  splitByApproval,
  standingCounts,
  sumByState,
  type StandingCount,
} from '../features/files/standing-counts.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import { makeFileTransitions, type FileTransitions } from '../pipeline/decide/file-transitions.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { DAY_MS } from '../../src-shared/model/text/time.ts';
import { diskFaultOf } from '../platform/errno.ts';
import { recoverOutbox } from '../features/outbox/change-transitions.ts';
import { DatabaseTrouble } from '../db/open-database.ts';
import type { Announce } from '../pipeline/common/ports.ts';
import { missingFolders } from '../pipeline/common/rows-in-state.ts';
import { recover } from '../pipeline/run/recover.ts';

/** The database after crash recovery, and who moves its files; when that fails, it is closed again. */
export function openAccountState(
  folder: string,
  { clock, ids, shownNowMs, announce }: StatePorts & { readonly announce: Announce },
): Result<{ readonly state: State; readonly transitions: FileTransitions }, CoreFault> {
  let state: State | null = null;
  try {
    state = openState(folder, { clock, ids, shownNowMs });
    const transitions = makeFileTransitions(state, { clock, announce });
    const nowMs = clock.nowMs();
    state.uploads.bringBackLosses(nowMs);
    recover(state, transitions, nowMs);
    recoverOutbox(state, nowMs);
    return ok({ state, transitions });
  } catch (error) {
    state?.close();
    const fault = diskFaultOf(error, folder);
    if (fault !== null) return fail(fault);
    if (!(error instanceof DatabaseTrouble)) throw error;
    return fail({ kind: 'database', trouble: error.kind, path: folder });
  }
}

/** So long a second charge is shown from when it was found: nobody can take it back here, so nothing else ends it. */
const PAID_TWICE_SHOWN_MS = 7 * DAY_MS;

export function statusOf(state: State): AccountStatus {
  const approved = state.approvals.readyCounts();
  const all = standingCounts(state);
  const missing = missingFolders(state);
  const own = state.fileCounts
    .withOwnAssignment()
    .filter(({ folderId }) => state.folders.get(folderId) !== null)
    .flatMap((count) =>
      splitByApproval(
        state,
        count,
        approved.filter(({ projectId }) => projectId === count.projectId),
      ),
    );
  const picked = state.folders.picked()?.id ?? null;
  const folders = state.folders.watched();
  const changes = state.changes.all();
  const nameOf = (projectId: string) => state.projects.get(projectId)?.project.name ?? null;
  const countOf = ([projectId, counts]: readonly [
    string,
    readonly StandingCount[],
  ]): ProjectCount => {
    const sums = tally(counts);
    return { projectId, projectName: nameOf(projectId), ...sums };
  };
  return {
    counts: sumByState(all),
    away: sumByState(all.filter(({ folderId }) => missing.has(folderId))),
    budgets: state.holds.budgets(),
    changes: {
      waiting: changes.filter((change) => change.state.state === 'waiting').length,
      needYou: changes.filter(changeNeedsPerson).length,
    },
    missingCertificates: state.records.countMissingCertificates(),
    isHistoryIncomplete: state.isHistoryIncomplete(),
    silentChanges: silentChangesOf(state),
    paidTwice: state.charges.sumOfSecondCharges(state.bookNowMs() - PAID_TWICE_SHOWN_MS),
    folders: folders.map(({ id, path, assignment: { projectId }, ...folder }) => ({
      id: String(id),
      path,
      projectId,
      projectName: nameOf(projectId),
      trouble: folder.trouble,
      drives: state.folderDrives.troubled(id),
      isWatchLimited: folder.isWatchLimited,
      lastScanAtMs: folder.lastScanAtMs,
      ...tally(all.filter(({ folderId }) => folderId === id)),
    })),
    projects: [...projectCounts(folders, all, own)].map(countOf),
    addedByHand: [...groupedByProject(own.filter(({ folderId }) => folderId === picked))].map(
      countOf,
    ),
  };
}

function tally(counts: readonly StandingCount[]): FileSums {
  const sums: Record<keyof FileSums, number> = { ...NO_FILES };
  for (const count of counts) {
    sums.files += count.files;
    sums.bytes += count.bytes;
    sums[partOf(count)] += count.files;
  }
  return sums;
}

type OwnCount = ProjectFileCount & StandingCount;

/** Files count for the project of their folder, those with an assignment of their own for that one's project. */
function projectCounts(
  folders: readonly Folder[],
  all: readonly StandingCount[],
  own: readonly OwnCount[],
): ReadonlyMap<string, readonly StandingCount[]> {
  const counts = new Map<string, StandingCount[]>();
  const add = (projectId: string, more: readonly StandingCount[]) =>
    counts.set(projectId, [...(counts.get(projectId) ?? []), ...more]);
  for (const { id, assignment } of folders) {
    const isHere = ({ folderId }: FileCount) => folderId === id;
    add(assignment.projectId, [...all.filter(isHere), ...own.filter(isHere).map(taken)]);
  }
  for (const [projectId, more] of groupedByProject(own)) add(projectId, more);
  return counts;
}

/** To be counted elsewhere. */
function taken(count: StandingCount): StandingCount {
  return { ...count, files: -count.files, bytes: -count.bytes };
}

function groupedByProject(own: readonly OwnCount[]): ReadonlyMap<string, readonly OwnCount[]> {
  return Map.groupBy(own, ({ projectId }) => projectId);
}

/** Silent changes that no person has reviewed yet, for the status of the account. Null: none. */
function silentChangesOf({
  audits,
  fixity,
}: Pick<State, 'audits' | 'fixity'>): SilentChanges | null {
  const news = fixity.silentNews();
  const run = news === null ? null : audits.run(news.runId);
  if (news === null || run === null) return null;
  return { files: news.files, runId: String(news.runId), root: run.root };
}
