/** Restores consistent rows after a run that did not end properly. The journal decides, not what was shown last. */
import type { State } from '../../db/state.ts';
import { eachIn } from '../common/rows-in-state.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';

/** Call it before any stage runs, and never while one does. */
export function recover(state: State, transitions: FileTransitions, nowMs: number): void {
  state.transaction(() => {
    bringBackPause(state, nowMs);
    for (const file of eachIn(state, ['hashing'])) transitions.move(file, 'discovered');
    // Only of a folder that asks before the price a file waits for that; any other was being asked about.
    for (const file of eachIn(state, ['checking'])) {
      if (transitions.assignmentOf(file).checkPolicy !== 'first') transitions.decide(file);
    }
    for (const job of state.uploads.withOutcome('open')) {
      const row = state.files.get(job.fileId);
      const found = state.uploads.move(job.id, { type: 'recovered' }, nowMs);
      const isLost = found.state === 'unknown';
      if (row?.state === 'uploading') transitions.move(row, isLost ? 'confirming' : 'ready');
      if (isLost) transitions.decideDuplicates(job.contentId, ['ready']);
    }
  });
}

/** A begin time in the future becomes now: the clock went back, and nothing may wait longer than requested. */
function bringBackPause({ transferRules }: State, nowMs: number): void {
  const { pause } = transferRules.get();
  if (pause === null || pause.sinceMs <= nowMs) return;
  const { mode, sinceMs, untilMs } = pause;
  const lengthMs = untilMs === null ? null : untilMs - sinceMs;
  transferRules.setPause({
    mode,
    sinceMs: nowMs,
    untilMs: lengthMs === null ? null : nowMs + lengthMs,
  });
}
