/**
 * The queue of uploads, as a person sees and steers it. What was decided is durable before a run hears of it; nothing
 * here sends a content or spends a credit.
 */
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { mayBeStopped } from '../../../src-shared/model/files/upload-state.ts';
import type {
  QueueEntry,
  QueueView,
  Resumption,
  Wait,
} from '../../../src-shared/model/files/queue-view.ts';
import {
  pauseAt,
  type PauseMode,
  type TransferRules,
  type UploadPriority,
} from '../../../src-shared/model/files/transfer-rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { makeFileDesk } from '../../pipeline/decide/file-transitions.ts';
import { makePauseDesk } from '../../pipeline/decide/pause-control.ts';
import type { Announce, ForgetUpload } from '../../pipeline/common/ports.ts';
import type { Waiting } from '../../pipeline/upload/queue-order.ts';
import { eachIn } from '../../pipeline/common/rows-in-state.ts';
import type { SyncRun } from '../../pipeline/run/sync-run.ts';
import { filesInLine, turnsAhead } from '../../pipeline/upload/queue-preview.ts';
import { waitingOf } from '../../pipeline/upload/queue-entries.ts';
import { makeWaitingLine } from '../../pipeline/upload/upload-queue.ts';
import type { Bandwidth } from '../../pipeline/upload/wire/bandwidth.ts';
import { makeStateSupport } from '../../pipeline/upload/upload-support.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { makeFileView } from './file-views.ts';
import type { Files } from './files.ts';

type LiveRun = Pick<
  SyncRun,
  'transfersChanged' | 'cancelUpload' | 'runningUploads' | 'serviceWait'
>;

export interface TransferQueueParts {
  readonly state: State;
  readonly clock: Clock;
  /** Address of the service. */
  readonly server: string;
  readonly files: Files;
  readonly certificateFolder: string;
  readonly bandwidth: Bandwidth;
  readonly forgetUpload: ForgetUpload;
  /** The run that goes on, or the last one; null before the first. */
  readonly run: () => LiveRun | null;
  /** Rows that move by what a person does here. */
  readonly announce: Announce;
}

export interface Transfers {
  /** Everything that is in line or on its way, and what it waits for; or `count` entries of it from `first` on. */
  view(first?: number, count?: number): QueueView & { readonly total: number };
  /** Uploads on their way; of `goOn` nothing is sent again when they are broken off. */
  running(): { readonly all: number; readonly goOn: number };
  /** What files wait for, for each service, without the files. */
  waits(): readonly Wait[];
  /** Uploads and checks stop until `untilMs`, or until somebody resumes. Scans and fingerprints go on. */
  pause(mode: PauseMode, untilMs: number | null): void;
  resume(): void;
  /** Over all uploads and checks together; null for none. Throws unless it is a whole number from the lowest on. */
  setLimit(bytesPerSecond: number | null): void;
  /** Most uploads at once, 1 to 8; null for as many as prove useful. */
  setParallel(parallel: number | null): void;
  /** `asked`: row number, file id or path. */
  prioritise(asked: string, priority: UploadPriority): Result<FileRow, CoreFault>;
  /** These waiting files go before all others, in this order. All of them or none. */
  arrange(fileIds: readonly string[]): Result<null, CoreFault>;
  /** Of a row, by its number. */
  priorityOf(fileId: string): UploadPriority;
  /**
   * Stops the upload of one file for good and tells the service to forget its part. Refused once its last bytes have
   * left: then it may be recorded and paid for. Aborting ends the wait for the service.
   */
  cancel(asked: string, signal: AbortSignal): Promise<Result<FileRow, CoreFault>>;
  /** Takes a `cancel` back: the file waits in line again, and its price is asked about as ever. */
  restart(asked: string): Result<FileRow, CoreFault>;
}

/** States a file passes before its upload. */
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

/** States in which the service has the content, or may have it. */
const SENT: ReadonlySet<FileState> = new Set([
  'confirming',
  'recording',
  'notarized',
  'record_error',
  'deleting',
  'deleted',
]);

export function makeTransfers(parts: TransferQueueParts): Transfers {
  const { state, clock, server, bandwidth, announce } = parts;
  const desk = makeFileDesk(state, { nowMs: () => clock.nowMs(), announce });
  const pauses = makePauseDesk({ state, desk, clock });

  const changed = (): void => parts.run()?.transfersChanged();

  function rules(): TransferRules {
    const kept = state.transferRules.get();
    return { ...kept, pause: pauseAt(kept.pause, clock.nowMs()) };
  }

  function waits(): readonly Wait[] {
    const { pause } = rules();
    const held = state.holds.counts();
    const list: Wait[] = [];
    const paused = held.find(({ hold }) => hold === 'paused');
    if (pause !== null) {
      const { sinceMs, untilMs } = pause;
      const { files, bytes } = paused ?? { files: 0, bytes: 0 };
      list.push({ server, cause: 'paused', note: null, sinceMs, untilMs, files, bytes });
    }
    const live = parts.run()?.serviceWait() ?? null;
    // A gate that is closed has put its reason on every row.
    if (live !== null && live.untilMs !== null) {
      const { hold: cause, sinceMs, untilMs } = live;
      list.push({ server, cause, note: null, sinceMs, untilMs, ...inLine() });
    }
    for (const { hold: cause, waits: note, files, bytes, sinceMs } of held) {
      if (cause === 'paused') continue;
      list.push({ server, cause, note, sinceMs, untilMs: null, files, bytes });
    }
    return list;
  }

  /** What waits when the service cannot be asked. */
  function inLine() {
    const waiting = state.files
      .counts()
      .filter(({ state: fileState }) => ['checking', 'ready', 'uploading'].includes(fileState));
    return {
      files: waiting.reduce((sum, { files }) => sum + files, 0),
      bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  function resumption(): Resumption {
    const { kind } = makeStateSupport(state, clock).recall(new URL(server).origin);
    return kind === 'spare' ? 'no' : kind;
  }

  /** `count` entries from `first` on: what is on its way, then what waits. */
  function entries(first: number, count: number) {
    const view = makeFileView(state, parts.certificateFolder);
    const running = parts.run()?.runningUploads() ?? [];
    const sentBytes = new Map(running.map((upload) => [upload.fileId, upload.sentBytes]));
    const ports = { state, desk };
    const line = makeWaitingLine();
    const sending = state.waitingFiles.among([...sentBytes.keys()]);
    line.add(
      waitingOf(
        sending.flatMap((id) => state.files.get(id) ?? []),
        ports,
      ),
    );
    const shown: QueueEntry[] = [];
    let position = 0;
    const show = ({ fileId, priority }: Waiting): void => {
      const row = position < first ? null : state.files.get(fileId);
      position += 1;
      if (row === null) return;
      shown.push({ file: view(row), priority, sentBytes: sentBytes.get(fileId) ?? null });
    };
    for (const file of line.take(Infinity, () => 'take')) show(file);
    for (const file of turnsAhead(ports, new Set(sending))) {
      if (shown.length >= count) break;
      show(file);
    }
    return { total: filesInLine(state), shown };
  }

  function find(asked: string): Result<FileRow, CoreFault> {
    const found = parts.files.find(asked);
    const row = found === null ? null : state.files.get(Number(found.id));
    return row === null ? fail({ kind: 'unknown-file', asked }) : ok(row);
  }

  /** The file, if it is on its way to an upload. */
  function findWaiting(asked: string): Result<FileRow, CoreFault> {
    const found = find(asked);
    if (!found.ok) return found;
    const { state: fileState } = found.value;
    if (SENT.has(fileState)) return fail({ kind: 'sent-already', asked });
    return BEFORE_UPLOAD.has(fileState)
      ? found
      : fail({ kind: 'not-in-line', asked, state: fileState });
  }

  function again({ id }: FileRow): Result<FileRow, CoreFault> {
    const row = state.files.get(id);
    if (row === null) throw new Error(`file ${id} is gone`);
    return ok(row);
  }

  /** Decides a waiting row anew; one that is read or sent meanwhile is decided when that has ended. */
  function decideAnew(row: FileRow): void {
    const rests = row.state === 'ready' || row.state === 'held';
    if (rests && row.contentId !== null) state.transaction(() => desk.decide(row));
  }

  /** Ends what was begun of this file's upload; returns where the service keeps its part. */
  function dropJob(row: FileRow): string | null {
    const job = state.uploads.latestOfFile(row.id);
    if (job === null || !mayBeStopped(state.uploads.stateOf(job.id))) return null;
    const resource = state.uploads.resumable(job.id)?.resource ?? null;
    state.uploads.move(job.id, { type: 'dropped' });
    return resource;
  }

  function onTheWay() {
    const uploads = parts.run()?.runningUploads() ?? [];
    const goOn = uploads.filter(({ fileId }) => {
      const job = state.uploads.latestOfFile(fileId);
      if (job === null) return false;
      const { state: now } = state.uploads.stateOf(job.id);
      return now === 'tail-released' || state.uploads.resumable(job.id) !== null;
    });
    return { all: uploads.length, goOn: goOn.length };
  }

  return {
    running: onTheWay,
    waits,
    view(first = 0, count = Infinity) {
      const { total, shown } = entries(first, count);
      return {
        ...rules(),
        resumption: resumption(),
        waits: waits(),
        total,
        entries: shown,
      };
    },

    pause(mode, untilMs) {
      state.transferRules.setPause({ mode, sinceMs: clock.nowMs(), untilMs });
      pauses.hold([...eachIn(state, ['held'])].filter(({ hold }) => hold === 'paused'));
      changed();
    },

    resume() {
      state.transferRules.setPause(null);
      makePauseDesk({ state, desk, clock }).admits();
      changed();
    },

    setLimit(bytesPerSecond) {
      state.transferRules.setLimit(bytesPerSecond);
      bandwidth.setLimit(bytesPerSecond);
    },

    setParallel(parallel) {
      state.transferRules.setParallel(parallel);
      changed();
    },

    prioritise(asked, priority) {
      const found = findWaiting(asked);
      if (!found.ok) return found;
      state.uploadWishes.setPriority(found.value.id, priority);
      changed();
      return found;
    },

    arrange(fileIds) {
      const rows: FileRow[] = [];
      for (const asked of fileIds) {
        const found = findWaiting(asked);
        if (!found.ok) return found;
        rows.push(found.value);
      }
      state.transaction(() => state.uploadWishes.arrange(rows.map(({ id }) => id)));
      changed();
      return ok(null);
    },

    priorityOf: (fileId) => state.uploadWishes.of(Number(fileId)).priority,

    async cancel(asked, signal) {
      const found = findWaiting(asked);
      if (!found.ok) return found;
      const row = found.value;
      if (row.contentId === null) return fail({ kind: 'not-in-line', asked, state: row.state });
      state.uploadWishes.stop(row.id, row.contentId);
      const answer = parts.run()?.cancelUpload(row.id) ?? 'not-running';
      if (answer === 'too-late') {
        state.uploadWishes.stop(row.id, null);
        return fail({ kind: 'sent-already', asked });
      }
      if (answer === 'stopping') return again(row); // the run tells the service, and moves the row
      const resource = state.transaction(() => {
        decideAnew(row);
        return dropJob(row);
      });
      if (resource !== null && (await parts.forgetUpload(resource, signal))) {
        state.unfinishedUploads.forget(resource);
      }
      return again(row);
    },

    restart(asked) {
      const found = findWaiting(asked);
      if (!found.ok) return found;
      state.uploadWishes.stop(found.value.id, null);
      decideAnew(found.value);
      changed();
      return again(found.value);
    },
  };
}
