/**
 * Sends what the person approved, in the order and at the pace of the queue. A row moves to `uploading` in the
 * transaction that writes the intent, and leaves it in the transaction that writes the outcome: after a crash the two
 * always agree.
 */
import type { ApprovedUploads } from '../spend/spending.ts';
import type { Denial } from '../../../src-shared/model/files/file-view.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { writeReceivedNote } from '../../../src-shared/model/files/upload-evidence.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import { UploadCancelled } from '../../platform/upload-cancelled.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { makeBeginUpload } from './begin-upload.ts';
import { makeClaims } from '../common/claims.ts';
import { makeFailedAttempts, NO_PROGRESS } from '../common/failed-attempts.ts';
import { judgeSlot, makeMeasuredPace, MOST_AT_ONCE, slotsBeside } from './concurrency-limits.ts';
import { isSmall } from '../common/place-limit.ts';
import type { PauseControl } from '../decide/pause-control.ts';
import type { Destination, Uploader } from '../common/ports.ts';
import { serviceFaultOf, type StopFault, type UploadOutcome } from '../common/upload-outcome.ts';
import type { Waiting } from './queue-order.ts';
import { heldForList, refusedState, unreachedFault } from '../common/refusal.ts';
import type { Stage, Step } from '../common/stage.ts';
import { wallTimeMs } from '../common/wall-time.ts';
import { makeUnknownUploads } from './unknown-uploads.ts';
import { makeRunningUploads, type RunningUpload, type StopAnswer } from './running-uploads.ts';
import { keepRecord } from '../decide/keep-record.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { makeLargeFileSpeed, tooLongMs } from './large-file-speed.ts';
import { waitingOf } from './waiting-of.ts';
import { makeWaitingLine } from './waiting-line.ts';
import type { AccountPorts } from '../common/account-ports.ts';

export interface UploadStage extends Stage, ApprovedUploads {
  /** A person has changed the rules or the order. Stops what a new pause stops. */
  rulesChanged(): void;
  /** Stops one upload for good; the row says so once it has stopped. */
  cancel(fileId: number): StopAnswer;
  running(): readonly RunningUpload[];
  /**
   * There is evidence that a denied upload was neither recorded nor charged; its row is decided already. Of this run, it
   * is sent again if it may be.
   */
  readonly denialConfirmed: (job: UploadJobRow, denial: Denial) => void;
}

export function makeUploadStage(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'gate' | 'clock' | 'announce'> & {
    readonly uploader: Uploader;
    readonly pauses: PauseControl;
    /** Last known balance, for the intent's row. */
    readonly balance: () => number | null;
    /** By the service's clock; null: not known. */
    readonly sessionLeftMs?: (() => number | null) | undefined;
    /** Makes the run ask again what may begin. */
    readonly wake: () => void;
    /** Whether what the account paid for elsewhere is known of this destination, as far as it can be. */
    readonly mayBegin: (destination: Destination) => boolean;
  },
): UploadStage {
  const { state, transitions, uploader, gate, pauses, clock, announce } = ports;
  const claims = makeClaims<string>();
  const line = makeWaitingLine();
  /** Taken, without an outcome yet. */
  const sending = new Set<number>();
  const running = makeRunningUploads(state);
  const fruitless = makeFailedAttempts();
  const pace = makeMeasuredPace(ports);
  const largeFiles = makeLargeFileSpeed(clock);
  const beginner = makeBeginUpload(ports);
  /** Stopped by a pause, but still running. */
  const paused = new Set<number>();
  const unknownUploads = makeUnknownUploads(ports);
  let isLineHeld = false;
  let recordedCredits = 0;

  async function upload(fileId: number, signal: AbortSignal): Promise<Step> {
    const begun = await beginner.begin(fileId);
    if (begun === null) return 'advanced';
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
      pace.moved(freshBytes, sending.size);
      largeFiles.moved(sizeBytes, freshBytes);
      announce({ ...progress, doneBytes, totalBytes: sizeBytes });
    };
    const onComplete = (): void => {
      if (!isSmall(sizeBytes)) ports.wake();
    };
    const either = running.begin({ fileId, jobId: job.id, sizeBytes }, signal);
    const endMeasured = largeFiles.begin(sizeBytes);
    try {
      const hooks = { onProgress, onComplete, waitsFor: gate.waitsFor };
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
    }
  }

  function keep(file: FileRow, job: UploadJobRow, outcome: UploadOutcome): Step {
    // Overtaken by evidence before its first byte: the record that was found is shown instead.
    if (outcome.kind !== 'recorded' && state.uploads.stateOf(job.id).state === 'dropped') {
      if (outcome.kind === 'source-changed') transitions.settleAgain(file);
      else transitions.decide(transitions.move(file, 'ready'));
      return 'advanced';
    }
    switch (outcome.kind) {
      case 'recorded': {
        gate.succeeded();
        recordedCredits += job.estimatedCredits;
        const found = { fileId: outcome.fileId, status: 'Pending' };
        const record = keepRecord(ports, job, found, null);
        state.queueChoices.forget(file.id);
        if (record === null) transitions.decide(transitions.move(file, 'ready'));
        else transitions.move(file, 'recording', { recordId: record.id });
        transitions.decideDuplicates(job.contentId, ['ready', 'checking']);
        return 'advanced';
      }
      case 'unknown':
        unknownUploads.add(job, outcome.received ?? null);
        state.uploads.move(job.id, { type: 'answer-lost', received: outcome.received });
        transitions.move(file, 'confirming', {
          message: outcome.received === undefined ? null : writeReceivedNote(outcome.received),
        });
        transitions.decideDuplicates(job.contentId, ['ready']);
        if (outcome.fault !== undefined) gate.failed(outcome.fault);
        return 'advanced';
      case 'source-changed':
        state.uploads.move(job.id, { type: 'dropped' });
        transitions.settleAgain(file);
        return 'advanced';
      case 'refused':
        state.uploads.move(job.id, { type: 'refused' });
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
      const { code } = fault; // identifies a full disk: see disk-fault.ts
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

  /** A begun upload goes first when it may continue. */
  function lineUp(ready: FileRow): void {
    line.add(waitingOf([ready], ports, new Set([ready.id])));
    isLineHeld = false;
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

  /** Queued files wait for the end of the pause, and their rows say so. */
  function holdLine(): void {
    if (isLineHeld) return;
    pauses.hold(rowsOf(line.ids()).filter(({ state: rowState }) => rowState === 'ready'));
    isLineHeld = true;
  }

  function rowsOf(fileIds: readonly number[]): readonly FileRow[] {
    return fileIds.flatMap((fileId) => state.files.get(fileId) ?? []);
  }

  return {
    concurrency: MOST_AT_ONCE, // the free slots are counted when a file is taken
    approve(fileIds) {
      const fresh = fileIds.filter((fileId) => !sending.has(fileId));
      line.add(waitingOf(rowsOf([...new Set(fresh)]), ports));
      isLineHeld = false;
    },
    pendingIds: () => [...line.ids(), ...sending],
    spentCredits: () => recordedCredits + unknownUploads.credits(),
    running: () => running.list(),
    renew: (by) => fruitless.renew(by),

    denialConfirmed({ id, fileId }, denial) {
      if (!unknownUploads.remove(id)) return;
      const fault = unreachedFault(denial);
      if (fault !== null) gate.failed(fault);
      const file = state.files.get(fileId);
      if (file?.state === 'ready') lineUp(file);
    },

    rulesChanged() {
      isLineHeld = false;
      line.add(waitingOf(rowsOf(line.ids()), ports));
      if (pauses.stopsRunning()) {
        for (const { fileId } of running.list()) {
          if (running.stop(fileId, new Error('paused')) === 'stopping') paused.add(fileId);
        }
      }
    },

    cancel(fileId) {
      line.remove(fileId);
      return running.stop(fileId, new UploadCancelled());
    },

    take(limit) {
      if (!pauses.admits()) {
        holdLine();
        return [];
      }
      isLineHeld = false;
      if (!gate.isPassing() || unknownUploads.holdsUntilMs() !== null) return [];
      const { slots, sizes } = slotsBeside(running.list(), pace.slots());
      const keys = new Map<number, string>();
      const chosen = line.take(Math.min(limit, slots.most - sizes.length), (file) => {
        const slot = judgeSlot(file.sizeBytes, sizes, slots);
        if (slot !== 'now') return slot === 'none' ? 'stop' : 'skip';
        const key = beginner.keyOf(file.fileId);
        if (key === null) return 'drop'; // decided otherwise meanwhile
        if (claims.has(key) || [...keys.values()].includes(key)) return 'skip';
        if (outlastsSession(file)) return 'drop';
        const row = state.files.get(file.fileId);
        if (row !== null && !ports.mayBegin(transitions.assignmentOf(row))) return 'skip';
        keys.set(file.fileId, key);
        sizes.push(file.sizeBytes);
        return 'take';
      });
      return chosen.map(({ fileId }) => {
        const key = keys.get(fileId) ?? '';
        sending.add(fileId);
        return (signal) =>
          claims.during(key, () => upload(fileId, signal)).finally(() => sending.delete(fileId));
      });
    },
    nextDueMs() {
      if (line.length === 0) return null;
      const holdsUntilMs = unknownUploads.holdsUntilMs();
      return gate.passesAtMs() ?? (holdsUntilMs === null ? null : wallTimeMs(holdsUntilMs, clock));
    },
    nextRecheckMs: () => (line.length > 0 ? pauses.endsAtMs() : null),
  };
}
