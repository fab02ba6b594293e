/** The database of an account as this computer has it, whatever became of the program that used it last. */
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { recoverOutbox } from '../features/outbox/change-transitions.ts';
import { DatabaseTrouble } from '../db/open-database.ts';
import { openState, type State } from '../db/state.ts';
import { makeFileDesk } from '../pipeline/decide/file-transitions.ts';
import { recover } from '../pipeline/run/recover.ts';
import { diskFaultOf } from '../platform/disk-fault.ts';
import type { EnginePorts } from './settings.ts';

/** The database with everything in order that a crash left behind; when that fails, it is closed again. */
export function openAccountState(
  folder: string,
  { clock, ids }: Pick<EnginePorts, 'clock' | 'ids'>,
): Result<State, CoreFault> {
  let state: State | null = null;
  try {
    state = openState(folder, { clock, ids });
    const nowMs = () => clock.nowMs();
    recover(state, makeFileDesk(state, { nowMs, announce: () => undefined }), nowMs());
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
