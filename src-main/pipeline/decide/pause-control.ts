/**
 * Keeps the rows accurate while a person has paused the sending of contents, or works offline. Files that wait only for
 * the end of that say so, and continue automatically afterwards. Scans and fingerprints are not affected.
 */
import { pauseAt, type Pause } from '../../../src-shared/model/files/transfer-rules.ts';
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import { recheckHolds } from './recheck-holds.ts';
import { wallTimeMs } from '../common/stage.ts';
import type { AccountPorts } from '../common/ports.ts';

const PAUSED: ReadonlySet<HoldReason> = new Set(['paused', 'offline']);

/** Who works offline has stopped everything, until they go online. */
const BY_WORKING_OFFLINE: Pause = { mode: 'now', sinceMs: 0, untilMs: null };

export type PauseControl = ReturnType<typeof makePauseControl>;

export function makePauseControl(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'clock'> & {
    readonly gate: Pick<AccountPorts['gate'], 'isOffline'>;
    readonly scope?: FileScope | undefined;
  },
) {
  const { state, transitions, scope = {}, clock, gate } = ports;
  let mayHold = true; // a run before this one may have left rows held

  /** The pause that was seen last, and when its requested duration is over, on the steady clock. */
  let seen: { readonly untilMs: number; readonly overAtMs: number } | null = null;

  /** The current pause. It ends at its time, and after its duration at the latest: the clock may go back. */
  function current(): Pause | null {
    if (gate.isOffline()) return BY_WORKING_OFFLINE;
    const nowMs = clock.nowMs();
    const kept = pauseAt(state.transferRules.get().pause, nowMs);
    if (kept === null || kept.untilMs === null) return kept;
    const { untilMs } = kept;
    if (seen?.untilMs !== untilMs) {
      const leftMs = Math.min(untilMs - nowMs, untilMs - kept.sinceMs);
      seen = { untilMs, overAtMs: clock.monotonicMs() + leftMs };
    }
    if (clock.monotonicMs() < seen.overAtMs) return kept;
    state.transferRules.setPause(null); // for all modules: by the wall clock alone the pause would go on
    return null;
  }

  return {
    /** False during a pause. Once it is over, the files it held continue. */
    admits(): boolean {
      if (current() !== null) {
        mayHold = true;
        return false;
      }
      if (mayHold) recheckHolds(state, transitions, scope, PAUSED);
      mayHold = false;
      return true;
    },

    /** Shows what these wait for. Harmless without a pause. */
    hold(files: Iterable<FileRow>): void {
      const pause = current();
      if (pause === null) return;
      const message = noteOf(pause);
      const hold = pause === BY_WORKING_OFFLINE ? 'offline' : 'paused';
      state.transaction(() => {
        for (const file of files) {
          const isSaid = file.hold === hold && file.message === message;
          if (!isSaid) transitions.move(file, 'held', { hold, message });
        }
      });
    },

    /** Whether running transfers are to be stopped too, as far as possible. */
    stopsRunning: (): boolean => current()?.mode === 'now',

    /** When it ends automatically; null without a pause, or when only a person ends it. */
    endsAtMs(): number | null {
      const isTimed = current()?.untilMs != null;
      return isTimed && seen !== null ? wallTimeMs(seen.overAtMs, clock) : null;
    },
  };
}

function noteOf({ untilMs }: Pause): string | null {
  return untilMs === null ? null : writeWaitNote({ waits: 'until', atMs: untilMs });
}
