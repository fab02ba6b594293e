/** Decides held files again when the reason of the hold may be over. */
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import { eachIn, eachInScope } from '../common/rows-in-state.ts';
import type { FileTransitions } from './file-transitions.ts';
import type { AccountPorts } from '../common/ports.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import { type Pause, pauseAt, writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { wallTimeMs } from '../common/stage.ts';

const PAGE_ROWS = 500;

/** Holds that end with an outage or a new session. */
export const SERVICE_HOLDS: ReadonlySet<HoldReason> = new Set(['offline', 'signed_out', 'server']);

/** Holds that a person's new attempt, or the passing of time, may have ended. */
export const LOOKED_AT_AGAIN: ReadonlySet<HoldReason> = new Set([
  'credits',
  'balance_unknown',
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
  'record_deleted',
]);

/** Decides files held for these reasons again; a reason that still applies holds them again. */
export function recheckHolds(
  state: State,
  transitions: FileTransitions,
  scope: FileScope,
  reasons: ReadonlySet<HoldReason> = LOOKED_AT_AGAIN,
): void {
  if (!isAnyHeld(state, reasons)) return;
  for (const page of inPages(eachIn(state, ['held'], scope))) {
    state.repeatable(() => decideHeld(page, transitions, reasons));
  }
}

/**
 * The same for a run that has other work: it yields after each page, and skips a file that other work has moved
 * meanwhile. Abort rejects with `signal.reason`; what was decided until then is kept. `worthIt`: which of a page.
 */
export async function recheckHoldsInTurns(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'clock'>,
  scope: FileScope,
  signal: AbortSignal,
  reasons: ReadonlySet<HoldReason> = LOOKED_AT_AGAIN,
  worthIt: (page: readonly FileRow[]) => readonly FileRow[] = (page) => page,
): Promise<void> {
  const { state, transitions, clock } = ports;
  if (!isAnyHeld(state, reasons)) return;
  for (const page of inPages(eachIn(state, ['held'], scope))) {
    const ids = page.map(({ id }) => id);
    state.repeatable(() => decideHeld(worthIt(state.files.getAll(ids)), transitions, reasons));
    await clock.sleep(0, signal);
  }
}

/** From the counters, so that a million files that are held for something else cost nothing. */
function isAnyHeld(state: State, reasons: ReadonlySet<HoldReason>): boolean {
  return state.files.counts().some(({ hold }) => hold !== null && reasons.has(hold));
}

function decideHeld(
  files: readonly FileRow[],
  transitions: FileTransitions,
  reasons: ReadonlySet<HoldReason>,
): void {
  for (const file of files) {
    if (file.hold === null || !reasons.has(file.hold)) continue;
    if (file.contentId === null) transitions.move(file, 'discovered');
    else transitions.decide(file);
  }
}

/** In pages, so that changes to many rows are written together. */
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

/** Whether `holdWhatWaits` would hold something now. */
export function waitsUnheld(
  state: State,
  gate: Pick<ServiceGate, 'tripped'>,
  scope: FileScope,
  ready: Iterable<FileRow>,
): boolean {
  if (gate.tripped() === null) return false;
  for (const _ of waiting(state, scope, ready)) return true;
  return false;
}

/**
 * Marks every file that cannot continue with what it waits for, once the service was given up. Does nothing while requests
 * are allowed. `ready`: those of the files that are ready; what waits for an approval waits for that.
 */
export function holdWhatWaits(
  state: State,
  transitions: FileTransitions,
  gate: Pick<ServiceGate, 'tripped'>,
  scope: FileScope,
  ready: Iterable<FileRow>,
): void {
  const tripped = gate.tripped();
  if (tripped === null) return;
  const { hold } = tripped;
  for (const file of waiting(state, scope, ready)) {
    state.repeatable(() => transitions.move(file, 'held', { hold }));
  }
}

function* waiting(state: State, scope: FileScope, ready: Iterable<FileRow>): Generator<FileRow> {
  yield* eachInScope(state, ['checking'], scope);
  yield* ready;
}

const PAUSED: ReadonlySet<HoldReason> = new Set(['paused', 'offline']);

/** Who works offline has stopped everything, until they go online. */
const BY_WORKING_OFFLINE: Pause = { mode: 'now', sinceMs: 0, untilMs: null };

export type PauseControl = ReturnType<typeof makePauseControl>;

/**
 * Keeps the rows accurate while a person has paused the sending of contents, or works offline. Files that wait only for
 * the end of that say so, and continue automatically afterwards. Scans and fingerprints are not affected.
 */
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
