/** The database of an account, opened with crash recovery done, and its status. */
import type { AccountStatus } from '../../src-shared/model/status/account-status.ts';
import { changeNeedsPerson } from '../../src-shared/model/changes/change.ts';
import { type Group, stateTraits } from '../../src-shared/model/files/file-state.ts';
import { openState, type State } from '../db/state.ts';
import { silentChangesOf } from '../features/audit/fixity-schedule.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import { makeFileTransitions } from '../pipeline/decide/file-transitions.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { diskFaultOf } from '../platform/disk-fault.ts';
import { recoverOutbox } from '../features/outbox/change-transitions.ts';
import { DatabaseTrouble } from '../db/open-database.ts';
import { recover } from '../pipeline/run/recover.ts';
import type { EnginePorts } from './settings.ts';

/** The database after crash recovery; when that fails, it is closed again. */
export function openAccountState(
  folder: string,
  { clock, ids }: Pick<EnginePorts, 'clock' | 'ids'>,
): Result<State, CoreFault> {
  let state: State | null = null;
  try {
    state = openState(folder, { clock, ids });
    const nowMs = () => clock.nowMs();
    state.uploads.bringBackLosses(nowMs());
    recover(state, makeFileTransitions(state, { nowMs, announce: () => undefined }), nowMs());
    recoverOutbox(state, nowMs());
    return ok(state);
  } catch (error) {
    state?.close();
    const fault = diskFaultOf(error, folder);
    if (fault !== null) return fail(fault);
    if (!(error instanceof DatabaseTrouble)) throw error;
    return fail({ kind: 'database', trouble: error.kind, path: folder });
  }
}

export function statusOf(state: State): AccountStatus {
  const all = state.files.counts().filter((count) => state.folders.get(count.folderId) !== null);
  const changes = state.changes.all();
  const counts = new Map<string, AccountStatus['counts'][number]>();
  for (const { state: fileState, hold, files, bytes } of all) {
    const key = `${fileState} ${hold ?? ''}`;
    const sum = counts.get(key) ?? { state: fileState, hold, files: 0, bytes: 0 };
    counts.set(key, { ...sum, files: sum.files + files, bytes: sum.bytes + bytes });
  }
  return {
    counts: [...counts.values()],
    changes: {
      waiting: changes.filter((change) => change.state.state === 'waiting').length,
      needYou: changes.filter(changeNeedsPerson).length,
    },
    isHistoryIncomplete: state.isHistoryIncomplete(),
    silentChanges: silentChangesOf(state),
    folders: state.folders.watched().map((folder) => {
      const own = all.filter((count) => count.folderId === folder.id);
      const sum = (pick: (count: (typeof own)[number]) => number) =>
        own.reduce((total, count) => total + pick(count), 0);
      const filesIn = (groups: readonly Group[]) =>
        sum(({ state: fileState, hold, files }) =>
          groups.includes(stateTraits(fileState, hold).group) ? files : 0,
        );
      return {
        id: String(folder.id),
        path: folder.path,
        projectId: folder.assignment.projectId,
        projectName: state.projects.get(folder.assignment.projectId)?.project.name ?? null,
        trouble: folder.trouble,
        lastScanAtMs: folder.lastScanAtMs,
        files: sum((count) => count.files),
        bytes: sum((count) => count.bytes),
        needYou: filesIn(['needs-you']),
        done: filesIn(['done']),
        toGo: filesIn(['sending', 'preparing', 'queued', 'waiting']),
      };
    }),
  };
}
