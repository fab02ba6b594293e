/**
 * Brings the rows of a run that did not end in order back to a state that is true. The journal decides, not the state
 * last shown: a released tail without an answer may have been paid for.
 */
import type { FileState, HoldReason } from '../../src-shared/model/file-state.ts';
import type { Clock } from '../ports/clock.ts';
import {
  ALL_FILES,
  type FileFilter,
  type FileRow,
  type FileScope,
} from '../state/file-repository.ts';
import type { State } from '../state/state.ts';
import { eachInStates } from './each-in-states.ts';
import type { FileDesk } from './file-desk.ts';
import { isBraked } from './review-marks.ts';

const PAGE_ROWS = 500;

/** Call it before any lane runs, and never while one does. */
export function recover(state: State, desk: FileDesk, nowMs: number): void {
  state.transaction(() => {
    bringBackWaits(state, nowMs);
    for (const file of eachIn(state, ['hashing'])) desk.move(file, 'discovered');
    for (const job of state.uploads.withOutcome('open')) {
      const row = state.files.get(job.fileId);
      if (state.uploads.hasReleasedTail(job.id)) {
        state.uploads.end(job.id, 'unknown', null, nowMs);
        if (row?.state === 'uploading') desk.move(row, 'confirming');
        desk.decideTwins(job.contentId, ['ready']);
      } else {
        state.uploads.endOpenAttempts(job.id, nowMs);
        if (row?.state === 'uploading') desk.move(row, 'ready');
      }
    }
  });
}

/** What began in a time that has not come begins now: the clock went back, and nothing waits longer than was asked. */
function bringBackWaits({ uploads, transferRules }: State, nowMs: number): void {
  uploads.bringBackLosses(nowMs);
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

/** Holds that end with an outage or a new session. */
export const SERVICE_HOLDS: ReadonlySet<HoldReason> = new Set(['offline', 'signed_out', 'server']);

/** Holds that a person's new attempt, or the passing of time, may have ended. */
const LOOKED_AT_AGAIN: ReadonlySet<HoldReason> = new Set([
  'credits',
  'budget',
  'review',
  'size_confirm',
  'procedure',
  'labels',
  'primary_pending',
  'twin_pending',
  'project',
  'offline',
  'signed_out',
  'server',
  'permission',
  'refusal',
]);

/** Decides files held for these reasons again; what still stands in the way holds them again. */
export function lookAtHoldsAgain(
  state: State,
  desk: FileDesk,
  scope: FileScope,
  reasons: ReadonlySet<HoldReason> = LOOKED_AT_AGAIN,
): void {
  if (!isAnyHeld(state, reasons)) return;
  for (const page of inPages(eachIn(state, ['held'], scope))) {
    state.repeatable(() => decideHeld(page, { state, desk }, reasons));
  }
}

/**
 * The same for a run that has other work: that gets its turn after each page, and a file that it moved meanwhile is left
 * to it. Abort rejects with `signal.reason`; what was decided until then is kept.
 */
export async function lookAtHoldsInTurns(
  ports: { readonly state: State; readonly desk: FileDesk; readonly clock: Clock },
  scope: FileScope,
  signal: AbortSignal,
  reasons: ReadonlySet<HoldReason> = LOOKED_AT_AGAIN,
): Promise<void> {
  const { state, clock } = ports;
  if (!isAnyHeld(state, reasons)) return;
  for (const page of inPages(eachIn(state, ['held'], scope))) {
    const ids = page.map(({ id }) => id);
    state.repeatable(() => decideHeld(state.files.getAll(ids), ports, reasons));
    await clock.sleep(0, signal);
  }
}

/** From the counters, so that a million files that are held for something else cost nothing. */
function isAnyHeld(state: State, reasons: ReadonlySet<HoldReason>): boolean {
  return state.files.counts().some(({ hold }) => hold !== null && reasons.has(hold));
}

function decideHeld(
  files: readonly FileRow[],
  { state, desk }: { readonly state: State; readonly desk: FileDesk },
  reasons: ReadonlySet<HoldReason>,
): void {
  for (const file of files) {
    if (file.hold === null || !reasons.has(file.hold) || isBraked(state, file)) continue;
    if (file.contentId === null) desk.move(file, 'discovered');
    else desk.decide(file);
  }
}

/** Rows in these states (undefined: in any), read in pages: moving them while they are read is safe. */
export function* eachIn(
  state: State,
  states: readonly FileState[] | undefined,
  scope: Omit<FileFilter, 'states'> = ALL_FILES,
): Generator<FileRow> {
  if (states !== undefined && scope.fileIds === undefined && scope.projectId === undefined) {
    yield* eachInStates(state, states, scope.folderId);
    return;
  }
  let afterId = 0;
  for (;;) {
    const page = state.files.list({ ...scope, states }, afterId, PAGE_ROWS);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    afterId = last.id;
  }
}

/** So that what is done to many rows is written down for many at a time. */
function* inPages(rows: Iterable<FileRow>): Generator<readonly FileRow[]> {
  let page: FileRow[] = [];
  for (const row of rows) {
    page.push(row);
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
