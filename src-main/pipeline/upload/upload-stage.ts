/**
 * Sends what the person approved, in the order and at the pace of the queue. A row moves to `uploading` in the
 * transaction that writes the intent, and leaves it in the transaction that writes the outcome: after a crash the two
 * always agree.
 */
import type { LastLook, LastSight } from '../spend/last-look.ts';
import type { OwnRecords } from '../spend/own-records.ts';
import type { Denial, Received } from '../../../src-shared/model/files/file-view.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { refusalOf, type ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { denialIn, writeReceivedNote } from '../../../src-shared/model/files/upload-evidence.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import { UploadCancelled } from '../../platform/waiting.ts';
import type { FilePatch, FileRow } from '../../db/files/file-repository.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import {
  judgeSlot,
  makeMeasuredPace,
  MOST_AT_ONCE,
  slotsBeside,
  makeLargeFileSpeed,
  tooLongMs,
} from './concurrency-limits.ts';
import { isSmall } from '../common/place-limit.ts';
import type { PauseControl } from '../decide/recheck-holds.ts';
import {
  type Destination,
  type Uploader,
  type AccountPorts,
  contentDestinationKey,
} from '../common/ports.ts';
import { serviceFaultOf, type StopFault, type UploadOutcome } from '../common/upload-outcome.ts';
import type { Waiting, Approved, ApprovedFiles } from './waiting-line.ts';
import {
  heldForList,
  makeFailedAttempts,
  NO_PROGRESS,
  refusedState,
  unreachedFault,
} from '../common/refusal.ts';
import { makeClaims, type Stage, type Step, wallTimeMs } from '../common/stage.ts';
import { keepRecord } from '../decide/keep-record.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { mayBeSent, mayBeStopped } from '../../../src-shared/model/files/upload-state.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';

/** Of an upload's progress, which is told four times a second, before its last bytes. */
const LAST_STEPS = 4;

type Overtaken = Exclude<LastSight, { kind: 'nothing' }>;

export interface UploadStage extends Stage {
  /** Estimated credits of what was recorded, or may have been, since the run began. */
  readonly spentCredits: () => number;
  /** A person has changed the rules. Stops what a new pause stops. */
  rulesChanged(): void;
  /** Stops one upload for good; the row says so once it has stopped. */
  cancel(fileId: number): StopAnswer;
  running(): readonly RunningUpload[];
  /**
   * There is evidence that an upload was neither recorded nor charged: its credits are free again; its row is decided already.
   * One of this run that was denied is sent again if it may be; `denial` null: it was not, and its payment is decided anew.
   */
  readonly notRecorded: (job: UploadJobRow, denial: Denial | null) => void;
}

export function makeUploadStage(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'gate' | 'clock' | 'announce'> & {
    readonly uploader: Uploader;
    readonly pauses: PauseControl;
    readonly approved: ApprovedFiles;
    /** Last known balance, for the intent's row. */
    readonly balance: () => number | null;
    /** By the service's clock; null: not known. */
    readonly sessionLeftMs?: (() => number | null) | undefined;
    /** Whether this file is paid for may be decided once more in this run. */
    readonly decideAnew?: (fileId: number) => void;
    /** Makes the run ask again what may begin. */
    readonly wake: () => void;
    /** Whether what the account paid for elsewhere is known of this destination, as far as it can be. */
    readonly mayBegin: (destination: Destination) => boolean;
    readonly lastLook: LastLook;
    readonly ownRecords: Pick<OwnRecords, 'takeIn' | 'doubt'>;
  },
): UploadStage {
  const { state, transitions, uploader, gate, pauses, approved, clock, announce, lastLook } = ports;
  const { ownRecords } = ports;
  const { toSend } = approved;
  const claims = makeClaims<string>();
  /** Taken, without an outcome yet. */
  const sending = new Set<number>();
  const running = makeRunningUploads(state);
  const fruitless = makeFailedAttempts();
  const pace = makeMeasuredPace(ports);
  const largeFiles = makeLargeFileSpeed(clock);
  const beginner = makeBeginUpload(ports);
  /** Stopped by a pause, but still running. */
  const paused = new Set<number>();
  /** Stopped before their last bytes, since another computer of the account has paid, or may have. */
  const overtaken = new Map<number, Overtaken>();
  /** Each content gives way once in a run at each destination: what was found out about it then is known. */
  const gaveWay = new Set<string>();
  const unknownUploads = makeUnknownUploads(ports);
  const barred = makeBarredProjects(ports);
  let recordedCredits = 0;

  async function upload(waiting: Approved, signal: AbortSignal): Promise<Step> {
    const { fileId } = waiting;
    const begun = await beginner.begin(waiting);
    if (begun === null) {
      askFirst(waiting);
      return 'advanced';
    }
    const { file, job } = begun;
    const { blake3 } = state.contents.get(job.contentId);
    const path = transitions.pathOf(file);
    const source = {
      path: transitions.placeOf(file),
      name: file.name,
      identity: identityFromKey(file.identity),
      blake3,
    };
    const { sizeBytes } = file;
    const progress = { kind: 'progressed', fileId, path, state: 'uploading' } as const;
    const onProgress = (sentBytes: number): void => {
      // The count includes the form around the file, so it may exceed the size of a small file.
      const doneBytes = Math.min(sentBytes, sizeBytes);
      const freshBytes = running.sent(fileId, doneBytes);
      gate.moved();
      pace.moved(freshBytes, sending.size);
      largeFiles.moved(sizeBytes, freshBytes);
      if (sizeBytes - doneBytes <= LAST_STEPS * freshBytes) lastLook.prepare(job);
      announce({ ...progress, doneBytes, totalBytes: sizeBytes });
    };
    const onComplete = (): void => {
      if (!isSmall(sizeBytes)) ports.wake();
    };
    const beforeTail = async (): Promise<void> => {
      const sight = await lastLook.about(job, source);
      const place = contentDestinationKey(job.contentId, job);
      if (sight.kind === 'nothing' || gaveWay.has(place)) return;
      gaveWay.add(place);
      overtaken.set(fileId, sight);
      running.stop(fileId, new UploadCancelled());
    };
    if (isSmall(sizeBytes)) lastLook.prepare(job);
    const either = running.begin({ fileId, jobId: job.id, sizeBytes }, signal);
    const endMeasured = largeFiles.begin(sizeBytes);
    try {
      const hooks = { onProgress, onComplete, beforeTail, waitsFor: gate.waitsFor };
      const outcome = await uploader.send(job, source, hooks, either);
      if (outcome.kind === 'recorded') onProgress(sizeBytes);
      pace.ended(outcome, sending.size);
      const row = () => state.files.get(fileId) ?? file;
      const step = await state.grouped.transaction(() => keep(row(), job, outcome));
      signal.throwIfAborted();
      return step;
    } finally {
      endMeasured();
      running.ended(fileId);
      overtaken.delete(fileId);
    }
  }

  /** It is in doubt, or its folder has other rules, since it was lined up to be sent. */
  function askFirst(waiting: Approved): void {
    const row = approved.rowOf(waiting);
    const isWaiting = row?.state === 'ready' || row?.state === 'checking';
    if (isWaiting && transitions.asksFirst(row)) approved.lineUp([row]);
  }

  function keep(file: FileRow, job: UploadJobRow, outcome: UploadOutcome): Step {
    // Overtaken by evidence before its first byte: the record that was found is shown instead.
    if (outcome.kind !== 'recorded' && state.uploads.stateOf(job.id).state === 'dropped') {
      if (outcome.kind === 'source-changed') transitions.settleAgain(file);
      else transitions.decide(transitions.move(file, 'ready'));
      return 'advanced';
    }
    const sight = overtaken.get(file.id);
    if (sight !== undefined && outcome.kind === 'stopped') return giveWay(file, job, sight);
    switch (outcome.kind) {
      case 'recorded': {
        gate.succeeded();
        barred.taken(job);
        recordedCredits += job.estimatedCredits;
        const found = { fileId: outcome.fileId, status: 'Pending' };
        const record = keepRecord(ports, job, found, null);
        state.queueChoices.forget(file.id);
        if (record === null) transitions.decide(transitions.move(file, 'ready'));
        else transitions.move(file, 'recording', { recordId: record.id });
        transitions.decideDuplicates(job.contentId, ['ready', 'checking']);
        return 'advanced';
      }
      case 'unknown': {
        const denial = denialIn(outcome.received ?? null);
        unknownUploads.add(job, outcome.received ?? null);
        if (denial !== null && unreachedFault(denial) === null)
          barred.denied(job, refusalOf(denial.status, denial.serviceSays));
        state.uploads.move(job.id, { type: 'answer-lost', received: outcome.received });
        transitions.move(file, 'confirming', {
          message: outcome.received === undefined ? null : writeReceivedNote(outcome.received),
        });
        transitions.decideDuplicates(job.contentId, ['ready']);
        if (outcome.fault !== undefined) gate.failed(outcome.fault);
        return 'advanced';
      }
      case 'source-changed':
        state.uploads.move(job.id, { type: 'dropped' });
        transitions.settleAgain(file);
        return 'advanced';
      case 'refused':
        state.uploads.move(job.id, { type: 'refused' });
        barred.denied(job, outcome.fault);
        transitions.move(file, ...refusedState(outcome.fault));
        return 'advanced';
      case 'stopped':
        return afterStop(file, job, outcome.fault);
      case 'put-off': {
        const ready = restReady(file, job);
        if (ready === null) return 'advanced';
        lineUp(ready);
        return 'waiting';
      }
      default:
        return assertNever(outcome);
    }
  }

  function afterStop(file: FileRow, job: UploadJobRow, fault: StopFault): Step {
    if (fault.kind === 'journal-failed') {
      const { code } = fault; // identifies a full disk: see `diskFaultOf`
      throw Object.assign(new Error(`the journal could not be written (${code})`), { code });
    }
    if (fault.kind !== 'source-unreadable') return tryAgain(file, job, serviceFaultOf(fault));
    state.uploads.move(job.id, { type: 'dropped' });
    transitions.move(transitions.move(file, 'ready'), 'unreadable', { message: fault.code });
    return 'advanced';
  }

  /** Nothing was recorded, and the job stays open. Null when a person has stopped exactly this upload: it is over. */
  function restReady(file: FileRow, job: UploadJobRow): FileRow | null {
    const ready = transitions.move(file, 'ready');
    if (state.queueChoices.of(file.id).stoppedContentId !== job.contentId) return ready;
    state.uploads.move(job.id, { type: 'dropped' });
    transitions.decide(ready);
    return null;
  }

  /** Another computer's record stands for the upload; where none can be taken in, the service is asked for the content first. */
  function giveWay(file: FileRow, job: UploadJobRow, sight: Overtaken): Step {
    const ready = restReady(file, job);
    if (ready === null) return 'advanced';
    state.uploads.move(job.id, { type: 'dropped' });
    if (sight.kind === 'recorded') ownRecords.takeIn(ready, sight.digests);
    const left = approved.rowOf({ fileId: file.id, contentId: job.contentId });
    if (left?.state !== 'ready') return 'advanced';
    ownRecords.doubt(left);
    lineUp(left);
    return 'advanced';
  }

  /** A begun upload goes first when it may continue. */
  function lineUp(ready: FileRow): void {
    approved.lineUp([ready], new Set([ready.id]));
  }

  /** Queues the file again, unless a person or its failed attempts forbid that. */
  function tryAgain(file: FileRow, job: UploadJobRow, fault: ServiceFault | null): Step {
    const ready = restReady(file, job);
    if (ready === null) return 'advanced';
    const isPaused = paused.delete(file.id);
    if (fault !== null) gate.failed(fault);
    if (fault === null && !isPaused) return 'waiting'; // the run ends
    if (fault !== null && !concernsEverything(fault)) {
      transitions.move(ready, 'held', heldForList(fault)); // a form that is refused is over; this was the list
      return 'advanced';
    }
    const confirmedBytes = state.uploads.resumable(job.id)?.confirmedBytes ?? 0;
    if (fault !== null && fruitless.failed(file.id, fault, confirmedBytes)) {
      transitions.move(ready, 'held', NO_PROGRESS);
      return 'waiting';
    }
    lineUp(ready);
    return 'waiting';
  }

  /** True when it would not end before the session; its row then says so. */
  function outlastsSession({ fileId, sizeBytes }: Waiting): boolean {
    if (isSmall(sizeBytes)) return false;
    const sessionLeftMs = ports.sessionLeftMs?.() ?? null;
    const sharers = running.list().filter((each) => !isSmall(each.sizeBytes)).length + 1;
    const shared = { bytesPerSecond: largeFiles.bytesPerSecond(), sharers };
    const takesMs = tooLongMs({ bytes: sizeBytes, ...shared, sessionLeftMs });
    const row = state.files.get(fileId);
    if (takesMs === null || row?.state !== 'ready') return false;
    const message = writeWaitNote({ waits: 'session-too-short', takesMs });
    state.transaction(() => transitions.move(row, 'held', { hold: 'signed_out', message }));
    return true;
  }

  function holdAll(held: ReadonlyMap<number, FilePatch>): void {
    state.transaction(() => {
      for (const [fileId, hold] of held) {
        const row = state.files.get(fileId);
        if (row?.state === 'ready') transitions.move(row, 'held', hold);
      }
    });
  }

  /** A no that was none held them back: they are paid for within the same approval, if that still covers them. */
  function letGo(fileIds: readonly number[]): void {
    if (fileIds.length === 0) return;
    const rows = state.files.getAll(fileIds).filter(({ hold }) => hold === 'permission');
    state.repeatable(() => rows.forEach((row) => transitions.decide(row)));
    rows.forEach(({ id }) => ports.decideAnew?.(id));
  }

  return {
    concurrency: MOST_AT_ONCE, // the free slots are counted when a file is taken
    spentCredits: () => recordedCredits + unknownUploads.credits(),
    running: () => running.list(),
    renew(by) {
      fruitless.renew(by);
      if (by === 'person') barred.forget();
    },

    notRecorded({ id, fileId, contentId }, denial) {
      if (!unknownUploads.remove(id) || denial === null) return;
      const fault = unreachedFault(denial);
      if (fault !== null) gate.failed(fault);
      const file = approved.rowOf({ fileId, contentId });
      if (file?.state === 'ready') lineUp(file);
    },

    rulesChanged() {
      if (pauses.stopsRunning()) {
        for (const { fileId } of running.list()) {
          if (running.stop(fileId, new Error('paused')) === 'stopping') paused.add(fileId);
        }
      }
    },

    cancel: (fileId) => running.stop(fileId, new UploadCancelled()),

    take(limit) {
      letGo(barred.freed());
      if (!approved.mayBegin()) return [];
      if (!gate.isPassing() || unknownUploads.holdsUntilMs() !== null) return [];
      const { slots, sizes } = slotsBeside(running.list(), pace.slots());
      const keys = new Map<number, string>();
      const held = new Map<number, FilePatch>();
      const chosen = toSend.take(Math.min(limit, slots.most - sizes.length), (file) => {
        const slot = judgeSlot(file.sizeBytes, sizes, slots);
        if (slot !== 'now') return slot === 'none' ? 'stop' : 'skip';
        const key = beginner.keyOf(file);
        if (key === null) {
          askFirst(file);
          return 'drop'; // decided otherwise meanwhile
        }
        if (claims.has(key) || [...keys.values()].includes(key)) return 'skip';
        if (outlastsSession(file)) return 'drop';
        const hold = barred.holdOf(file.projectId);
        if (hold === 'not-yet') return 'skip';
        if (hold !== null) {
          held.set(file.fileId, hold);
          barred.noteHeld(file.projectId, file.fileId);
          return 'drop';
        }
        const row = state.files.get(file.fileId);
        if (row !== null && !ports.mayBegin(transitions.assignmentOf(row))) return 'skip';
        keys.set(file.fileId, key);
        sizes.push(file.sizeBytes);
        return 'take';
      });
      if (held.size > 0) holdAll(held);
      return chosen.map((waiting) => {
        const { fileId } = waiting;
        const key = keys.get(fileId) ?? '';
        sending.add(fileId);
        return (signal) =>
          approved
            .during(fileId, () => claims.during(key, () => upload(waiting, signal)))
            .finally(() => sending.delete(fileId));
      });
    },
    nextDueMs() {
      if (toSend.length === 0) return null;
      const holdsUntilMs = unknownUploads.holdsUntilMs() ?? barred.checkedUntilMs();
      return gate.passesAtMs() ?? (holdsUntilMs === null ? null : wallTimeMs(holdsUntilMs, clock));
    },
    nextRecheckMs: () => (toSend.length > 0 ? pauses.endsAtMs() : null),
  };
}

/**
 * The transaction with which an upload begins: the row's new state and the intent, together, before the first byte.
 * Facts that changed while the file waited are decided again here, so that nothing is charged on outdated facts.
 */
function makeBeginUpload(ports: {
  readonly state: State;
  readonly transitions: FileTransitions;
  readonly uploader: Pick<Uploader, 'open'>;
  readonly approved: Pick<ApprovedFiles, 'rowOf'>;
  /** Last known balance, for the intent's row. */
  readonly balance: () => number | null;
}) {
  const { state, transitions, uploader } = ports;

  /** A job that was left open before its last bytes is taken over, also from a file that is gone or was renamed. */
  function mayBeRecorded(live: UploadJobRow): boolean {
    const isSending = state.files.get(live.fileId)?.state === 'uploading';
    return isSending || !mayBeSent(state.uploads.stateOf(live.id));
  }

  return {
    /** Null when the row may not be sent (any more), or is to be asked about before. */
    begin(
      approved: Approved,
    ): Promise<{ readonly file: FileRow; readonly job: UploadJobRow } | null> {
      // The attempt's own row waits for the disk before anything leaves, and makes this durable too.
      return state.grouped.repeatable(() => {
        const row = ports.approved.rowOf(approved);
        if (row?.state !== 'ready' || row.contentId === null) return null;
        const decided = transitions.decideAgain(row); // rules, duplicates or the ledger may have changed while it waited
        if (decided.state !== 'ready' || transitions.asksFirst(decided)) return null;
        const content = state.contents.get(row.contentId);
        const assignment = transitions.assignmentOf(decided);
        const live = state.uploads.live(content.id, assignment.projectId, assignment.visibility);
        if (live !== null && mayBeRecorded(live)) return null;
        const credits = transitions.creditsOf(row);
        const order = { file: row, content, assignment, credits, balance: ports.balance() };
        const job = uploader.open(order);
        return { file: transitions.move(decided, 'uploading'), job };
      });
    },

    /**
     * A key for files of which only one may be in progress: content and destination. Null for a file that may not be
     * sent.
     */
    keyOf(approved: Approved) {
      const row = ports.approved.rowOf(approved);
      if (row?.state !== 'ready' || row.contentId === null) return null;
      if (state.folders.get(row.folderId)?.trouble !== null) return null; // the folder is removed or missing
      return contentDestinationKey(row.contentId, transitions.assignmentOf(row));
    },
  };
}

// The uploads of one run whose results are unknown: they count as spent until evidence says otherwise. Where the answers
// say that the service is not reached this way at all, only a few are sent before that is known.

/** Uploads to a service that is not reached this way, before the first of them is checked. */
const MOST_UNREACHED = 4;
/** By then the check of a denial is over, or needs so long that the others do not wait for it. */
const UNREACHED_WAIT_MS = 30 * SECOND_MS;

function makeUnknownUploads({ clock }: { readonly clock: Clock }) {
  const credits = new Map<string, number>();
  /** Until when each holds up the others, on the steady clock. */
  const unreached = new Map<string, number>();

  function holdsUntilMs(): number | null {
    for (const [id, untilMs] of unreached) {
      if (untilMs <= clock.monotonicMs()) unreached.delete(id);
    }
    const [first] = unreached.values();
    return unreached.size < MOST_UNREACHED ? null : (first ?? null);
  }

  return {
    add({ id, estimatedCredits }: UploadJobRow, received: Received | null): void {
      credits.set(id, estimatedCredits);
      const denial = denialIn(received);
      if (denial === null || unreachedFault(denial) === null) return;
      unreached.set(id, clock.monotonicMs() + UNREACHED_WAIT_MS);
    },
    /** It was neither recorded nor charged. False for an upload of another run. */
    remove(id: string): boolean {
      unreached.delete(id);
      return credits.delete(id);
    },
    credits: (): number => [...credits.values()].reduce((sum, each) => sum + each, 0),
    /** Until when no further upload begins, on the steady clock; null: one may. */
    holdsUntilMs,
  };
}

// Projects that denied an upload for lack of permission (403): what else was approved for them is not sent, and shows the
// service's words. Until it is known whether the no holds, they only wait.

/** By then it is known whether the no holds, or needs so long that it stands until then. */
const CHECKED_MS = 30 * SECOND_MS;

interface Bar {
  readonly jobId: string;
  /** On the steady clock. */
  readonly checkedUntilMs: number;
  readonly patch: FilePatch;
  /** Files that were held by it. */
  readonly held: number[];
}

function makeBarredProjects({
  state,
  clock,
}: {
  readonly state: Pick<State, 'uploads'>;
  readonly clock: Clock;
}) {
  const bars = new Map<string, Bar>();

  return {
    /** The answer that denied an upload; not each of them bars its project. */
    denied({ id, projectId }: UploadJobRow, fault: ServiceFault): void {
      if (fault.kind !== 'forbidden') return;
      const message = writeWaitNote({ waits: 'project-refused', says: fault.serviceSays });
      const patch = { hold: 'permission', message } as const;
      const checkedUntilMs = clock.monotonicMs() + CHECKED_MS;
      bars.set(projectId, { jobId: id, checkedUntilMs, patch, held: [] });
    },
    /** The project took an upload: a no was about its own file, or is over. */
    taken({ projectId }: UploadJobRow): void {
      bars.delete(projectId);
    },
    /** What files of a project are held with; `not-yet`: it is being checked; null: they may be sent. */
    holdOf(projectId: string): FilePatch | 'not-yet' | null {
      const bar = bars.get(projectId);
      if (bar === undefined) return null;
      const outcome = state.uploads.get(bar.jobId)?.outcome;
      return outcome === 'unknown' && clock.monotonicMs() < bar.checkedUntilMs
        ? 'not-yet'
        : bar.patch;
    },
    /** These are held by its no. */
    noteHeld(projectId: string, fileId: number): void {
      bars.get(projectId)?.held.push(fileId);
    },
    /** Files that were held by an upload which turned out to be recorded. Each is told once. */
    freed(): readonly number[] {
      const over = [...bars].filter(
        ([, { jobId }]) => state.uploads.get(jobId)?.outcome === 'recorded',
      );
      for (const [projectId] of over) bars.delete(projectId);
      return over.flatMap(([, { held }]) => held);
    },
    /** When a check is over, on the steady clock; null: none goes on. */
    checkedUntilMs(): number | null {
      const times = [...bars.values()].map(({ checkedUntilMs }) => checkedUntilMs);
      const ahead = times.filter((ms) => ms > clock.monotonicMs());
      return ahead.length === 0 ? null : Math.min(...ahead);
    },
    /** A person wants to know anew. */
    forget: (): void => bars.clear(),
  };
}

// The running uploads: their progress, and how to stop one. None is stopped once its last bytes were released: that would
// only lose the answer to an upload that may be charged.

export interface RunningUpload {
  readonly fileId: number;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  /** Only its answer is missing. */
  readonly isComplete: boolean;
}

/** `too-late`: its last bytes have left. */
export type StopAnswer = 'stopping' | 'too-late' | 'not-running';

interface Entry {
  readonly jobId: string;
  readonly sizeBytes: number;
  readonly stop: AbortController;
  sentBytes: number;
}

function makeRunningUploads({ uploads }: Pick<State, 'uploads'>) {
  const running = new Map<number, Entry>();
  return {
    /** Lists the upload until `ended`; the signal returned aborts when either the run or this upload is stopped. */
    begin(
      {
        fileId,
        jobId,
        sizeBytes,
      }: { readonly fileId: number; readonly jobId: string; readonly sizeBytes: number },
      signal: AbortSignal,
    ): AbortSignal {
      const stop = new AbortController();
      const sentBytes = uploads.resumable(jobId)?.confirmedBytes ?? 0;
      running.set(fileId, { jobId, sizeBytes, stop, sentBytes });
      return AbortSignal.any([signal, stop.signal]);
    },
    ended: (fileId: number) => void running.delete(fileId),
    /** The service has, or was sent, this much of it. Returns the number of new bytes. */
    sent(fileId: number, bytes: number): number {
      const entry = running.get(fileId);
      if (entry === undefined) return 0;
      const fresh = Math.max(0, bytes - entry.sentBytes);
      entry.sentBytes = bytes;
      return fresh;
    },
    stop(fileId: number, reason: Error): StopAnswer {
      const entry = running.get(fileId);
      if (entry === undefined) return 'not-running';
      // The release asks for an abort inside its commit: nothing can happen between this line and the
      // next.
      if (!mayBeStopped(uploads.stateOf(entry.jobId))) return 'too-late';
      entry.stop.abort(reason);
      return 'stopping';
    },
    list: (): readonly RunningUpload[] =>
      [...running].map(([fileId, { jobId, sizeBytes, sentBytes }]) => ({
        fileId,
        sizeBytes,
        sentBytes,
        // A small one is over before that could matter, and is not looked up.
        isComplete: !isSmall(sizeBytes) && uploads.stateOf(jobId).state === 'tail-released',
      })),
  };
}
