/**
 * The queue of uploads, as a person sees and controls it. A decision is durable before a run learns of it. Nothing here
 * sends a content or spends a credit.
 */
import type { ApprovedSum } from '../../../src-shared/bridge/file-calls.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import {
  type FileState,
  GOES_ONCE_APPROVED,
  type HoldReason,
  SHOWING,
} from '../../../src-shared/model/files/file-state.ts';
import { mayBeStopped } from '../../../src-shared/model/files/upload-state.ts';
import {
  type PauseMode,
  pauseAt,
  type TransferRules,
  type QueueView,
  type Resumption,
} from '../../../src-shared/model/files/queue-view.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import { makePauseControl, recheckHolds } from '../../pipeline/decide/recheck-holds.ts';
import type { ForgetUpload } from '../../pipeline/common/ports.ts';
import { eachIn, missingFolders } from '../../pipeline/common/rows-in-state.ts';
import type { SyncRun } from '../../pipeline/run/sync-run.ts';
import type { Bandwidth } from '../../pipeline/upload/wire/bandwidth.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { planUnsent } from '../credits/credits.ts';
import { approvalOf, isAgreedTo, isPaidFor } from '../credits/spend-offers.ts';
import type { Files } from './files.ts';
import { findRow, makeFileView } from './file-views.ts';
import type { Turn } from '../../../src-shared/bridge/transfer-calls.ts';
import {
  type Waiting,
  makeWaitingLine,
  waitingOf,
  filesInLine,
  turnsAhead,
} from '../../pipeline/upload/waiting-line.ts';
import { makeStateSupport } from '../../pipeline/upload/upload-knowledge.ts';
import { standingCounts, type WaitParts, waitsOf } from './standing-counts.ts';

export interface TransferParts extends QueueReaderParts {
  readonly files: Files;
  readonly bandwidth: Bandwidth;
  readonly forgetUpload: ForgetUpload;
  readonly run: () =>
    | (LiveRun & Pick<SyncRun, 'transfersChanged' | 'cancelUpload' | 'underWay' | 'takenBack'>)
    | null;
  /** Rows that change state through an action here. */
  readonly transitions: FileTransitions;
}

/** States of a file before its upload. */
const BEFORE_UPLOAD: ReadonlySet<FileState> = new Set([
  'discovered',
  'settling',
  'hashing',
  'checking',
  'ready',
  'held',
  'changed',
  'unreadable',
  'uploading',
]);

/** In which an approval can be taken back. */
const UNSENT = ['discovered', 'settling', 'hashing', 'checking', 'ready', 'held'] as const;

const PAUSED: ReadonlySet<HoldReason> = new Set(['paused']);

/** States in which the service has the content, or may have it. */
const SENT: ReadonlySet<FileState> = new Set(['confirming', ...SHOWING]);

export function makeTransfers(parts: TransferParts) {
  const { state, transitions, bandwidth, clock } = parts;
  const pauses = makePauseControl(parts);

  const changed = (): void => parts.run()?.transfersChanged();

  function find(asked: string): Result<FileRow, CoreFault> {
    const found = findRow(asked, parts);
    return found.ok ? ok(found.value.row) : found;
  }

  /** The file, if it is queued for upload or being uploaded. */
  function findWaiting(asked: string): Result<FileRow, CoreFault> {
    const found = find(asked);
    if (!found.ok) return found;
    const { state: fileState } = found.value;
    if (SENT.has(fileState)) return fail({ kind: 'sent-already', asked });
    return BEFORE_UPLOAD.has(fileState)
      ? found
      : fail({
          kind: 'not-in-line',
          asked,
          state: fileState,
          ...approvalOf(found.value, state),
        });
  }

  function again({ id }: FileRow): Result<FileRow, CoreFault> {
    const row = state.files.get(id);
    if (row === null) throw new Error(`file ${id} is gone`);
    return ok(row);
  }

  /** Decides a waiting row again. One that is being read or sent is decided when that has ended. */
  function decideAnew(row: FileRow): void {
    const rests = ['ready', 'held', 'checking'].includes(row.state);
    if (rests && row.contentId !== null) state.transaction(() => transitions.decide(row));
  }

  /** Ends a started upload of this file; returns where the service keeps its part. */
  function dropJob(row: FileRow): string | null {
    const job = state.uploads.latestOfFile(row.id);
    if (job === null || !mayBeStopped(state.uploads.stateOf(job.id))) return null;
    const resource = state.uploads.resumable(job.id)?.resource ?? null;
    state.uploads.move(job.id, { type: 'dropped' });
    return resource;
  }

  /** Approved, by a person or by the budget of its folder. */
  function isToGo(row: FileRow): boolean {
    return isAgreedTo(row, state) || (row.state === 'ready' && isPaidFor(row, state));
  }

  /**
   * It waits for an approval again. What the budget of its folder would pay for by itself is stopped, until a person returns it to
   * the queue.
   */
  function takeBack(row: FileRow): void {
    state.agreedFiles.end(row);
    if (row.contentId === null) return;
    state.approvals.endAll(row.id);
    if (isPaidFor(row, state)) state.queueChoices.stop(row.id, row.contentId);
    decideAnew({ ...row, approvedContentId: null });
    dropJob(row);
  }

  return {
    ...makeQueueReader(parts, transitions),

    /** What a person approved that goes by itself, or with more credits, and is not on its way. */
    approved(): ApprovedSum {
      const away = missingFolders(state);
      const unsent = state.approvals
        .unsent()
        .filter(({ hold }) => hold === null || GOES_ONCE_APPROVED.includes(hold))
        .filter(({ folderId }) => !away.has(folderId));
      const files = unsent.length + state.agreedFiles.countComing();
      return { files, ...planUnsent(unsent, state) };
    },
    /** Of these files, how many are approved, by a person or by the budget of their folder, and not sent. */
    approvedOf: (fileIds: readonly number[]): number =>
      [...eachIn(state, UNSENT, { fileIds })].filter(isToGo).length,

    /**
     * Takes approvals back: of these files, or of all that a person approved (null). What is being asked about or sent goes on.
     * `takenBack`: the rows; `files` counts those too whose content, or new name, was not read yet.
     */
    takeBack(fileIds: readonly number[] | null): {
      readonly takenBack: readonly number[];
      readonly files: number;
      readonly underWay: number;
    } {
      const run = parts.run();
      const isUnderWay = ({ id }: FileRow) => run?.underWay().has(id) === true;
      const decided = state.transaction(() => {
        const ids = fileIds ?? state.approvals.unsent().map(({ id }) => id);
        const rows = [...eachIn(state, UNSENT, { fileIds: ids })].filter(isToGo);
        const waiting = rows.filter((row) => !isUnderWay(row));
        const kept = transitions.takeBackVanished(fileIds && state.files.getAll(fileIds));
        const coming = fileIds === null ? state.agreedFiles.forgetAll() : 0;
        for (const row of waiting) takeBack(row);
        state.eventLog.tellDecided('approval-withdrawn', waiting.length + kept + coming, 0);
        return {
          takenBack: waiting.map(({ id }) => id),
          files: waiting.length + kept + coming,
          underWay: rows.length - waiting.length,
        };
      });
      run?.takenBack(decided.takenBack);
      return decided;
    },

    /** Uploads and checks stop until `untilMs`, or until they are resumed. Scans and fingerprints continue. */
    pause(mode: PauseMode, untilMs: number | null): void {
      state.transaction(() => {
        state.transferRules.setPause({ mode, sinceMs: clock.nowMs(), untilMs });
        state.eventLog.tellDone('uploads-paused');
      });
      pauses.hold([...eachIn(state, ['held'])].filter(({ hold }) => hold === 'paused'));
      changed();
    },

    resume(): void {
      state.transaction(() => {
        if (state.transferRules.get().pause !== null) state.eventLog.tellDone('uploads-resumed');
        state.transferRules.setPause(null);
      });
      recheckHolds(state, transitions, {}, PAUSED);
      changed();
    },

    /**
     * Applies to all uploads and checks together; null for no limit. Throws unless it is an integer of at least the
     * minimum.
     */
    setLimit(bytesPerSecond: number | null): void {
      state.transferRules.setLimit(bytesPerSecond);
      bandwidth.setLimit(bytesPerSecond);
    },

    /** Maximum number of simultaneous uploads, 1 to 8; null for automatic. */
    setParallel(parallel: number | null): void {
      state.transferRules.setParallel(parallel);
      changed();
    },

    /** It goes before all others that wait. `asked`: row number, file id or path. */
    sendNext(asked: string): Result<FileRow, CoreFault> {
      const found = findWaiting(asked);
      if (!found.ok) return found;
      state.queueChoices.sendNext(found.value.id);
      changed();
      return found;
    },

    /** For a row, by its number. */
    isNext: (fileId: string): boolean => state.queueChoices.of(Number(fileId)).place !== null,

    /**
     * Permanently stops the upload of one file and tells the service to discard its part. Refused once the last bytes
     * are sent: then the file may be recorded and charged. Aborting ends the wait for the service.
     */
    async cancel(asked: string, signal: AbortSignal): Promise<Result<FileRow, CoreFault>> {
      const found = findWaiting(asked);
      if (!found.ok) return found;
      const row = found.value;
      if (row.contentId === null)
        return fail({
          kind: 'not-in-line',
          asked,
          state: row.state,
          ...approvalOf(row, state),
        });
      state.queueChoices.stop(row.id, row.contentId);
      const answer = parts.run()?.cancelUpload(row.id) ?? 'not-running';
      if (answer === 'too-late') {
        state.queueChoices.stop(row.id, null);
        return fail({ kind: 'sent-already', asked });
      }
      if (answer === 'stopping') return again(row); // the run tells the service and updates the row
      const resource = state.transaction(() => {
        decideAnew(row);
        return dropJob(row);
      });
      if (resource !== null && (await parts.forgetUpload(resource, signal))) {
        state.unfinishedUploads.forget(resource);
      }
      return again(row);
    },

    /** Reverts a `cancel`: the file is queued again, and its price needs approval as usual. */
    restart(asked: string): Result<FileRow, CoreFault> {
      const found = findWaiting(asked);
      if (!found.ok) return found;
      state.queueChoices.stop(found.value.id, null);
      decideAnew(found.value);
      changed();
      return again(found.value);
    },
  };
}

export type Transfers = ReturnType<typeof makeTransfers>;

type LiveRun = Pick<SyncRun, 'askedNow' | 'runningUploads' | 'serviceWait'>;

interface QueueReaderParts extends WaitParts {
  readonly certificateFolder: string;
  readonly run: () => LiveRun | null;
}

/** The queue of uploads as a person sees it: what is being sent, what waits, and for what. Read-only. */
function makeQueueReader(parts: QueueReaderParts, transitions: FileTransitions) {
  const { state, clock, server } = parts;

  const runningUploads = () => parts.run()?.runningUploads() ?? [];
  const askedNow = () => parts.run()?.askedNow() ?? [];

  /** Those that hold now. */
  function rules(): TransferRules {
    const kept = state.transferRules.get();
    return { ...kept, pause: pauseAt(kept.pause, clock.nowMs()) };
  }

  function resumption(): Resumption {
    const { kind } = makeStateSupport(state, clock).recall(new URL(server).origin);
    return kind === 'spare' ? 'no' : kind;
  }

  /**
   * Uploads in progress, what the service is being asked for, then what waits. The queue must not change while it is
   * read.
   */
  function* inOrder(): Generator<Waiting> {
    const ports = { state, transitions };
    const sending = state.waitingFiles.among(runningUploads().map(({ fileId }) => fileId));
    const asked = askedNow();
    for (const ids of [sending, asked]) {
      const line = makeWaitingLine();
      const rows = ids.flatMap((id) => state.files.get(id) ?? []);
      line.add(waitingOf(rows, ports));
      yield* line.take(Infinity, () => 'take');
    }
    yield* turnsAhead(ports, new Set([...sending, ...asked]));
  }

  /** Without what awaits approval. Stops at the last one: behind it there may be a million that do. */
  function* approved(turns: Iterable<Waiting>, total: number): Generator<Waiting> {
    let found = 0;
    for (const turn of turns) {
      if (found === total) return;
      const row = state.files.get(turn.fileId);
      if (row === null || (row.state === 'ready' && !isPaidFor(row, state))) continue;
      found += 1;
      yield turn;
    }
  }

  /** `count` of them from `first` on. */
  function order(first: number, count: number, waiting = inOrder()): readonly Turn[] {
    const sentBytes = new Map(runningUploads().map((upload) => [upload.fileId, upload.sentBytes]));
    const turns: Turn[] = [];
    let position = 0;
    for (const { fileId, place } of waiting) {
      if (turns.length === count) break;
      position += 1;
      if (position <= first) continue;
      turns.push({
        fileId: String(fileId),
        isNext: place !== null,
        sentBytes: sentBytes.get(fileId) ?? null,
      });
    }
    return turns;
  }

  /** Uploads in progress. If those in `goOn` are interrupted, nothing is sent again. */
  function running(): { readonly all: number; readonly goOn: number } {
    const uploads = runningUploads();
    const goOn = uploads.filter(({ fileId }) => {
      const job = state.uploads.latestOfFile(fileId);
      if (job === null) return false;
      const { state: now } = state.uploads.stateOf(job.id);
      return now === 'tail-released' || state.uploads.resumable(job.id) !== null;
    });
    return { all: uploads.length, goOn: goOn.length };
  }

  return {
    rules,
    running,
    waits: () => waitsOf(parts),
    order,
    /**
     * Everything that is queued or being sent, and what it waits for; or `count` entries of it from `first` on.
     * `isApproved`: without what awaits approval.
     */
    view(first = 0, count = Infinity, isApproved = false): QueueView & { readonly total: number } {
      const view = makeFileView(state, parts.certificateFolder);
      const all = filesInLine(state) + askedNow().length;
      const total = isApproved ? all - unapproved(state) : all;
      const turns = isApproved ? approved(inOrder(), total) : inOrder();
      const entries = order(first, count, turns).flatMap(({ fileId, ...turn }) => {
        const row = state.files.get(Number(fileId));
        return row === null ? [] : [{ file: view(row), ...turn }];
      });
      return { ...rules(), resumption: resumption(), waits: waitsOf(parts), total, entries };
    },
  };
}

/** Also of folders that are away: their files keep their place in the line. */
function unapproved(state: WaitParts['state']): number {
  const awaiting = standingCounts(state).filter(({ isApproved }) => isApproved === false);
  return awaiting.reduce((sum, { files }) => sum + files, 0);
}
