/** The queue of uploads as a person sees it: what is being sent, what waits, and for what. Read-only. */
import type { Turn } from '../../../src-shared/bridge/transfer-calls.ts';
import type { QueueView, Resumption, Wait } from '../../../src-shared/model/files/queue-view.ts';
import { pauseAt, type TransferRules } from '../../../src-shared/model/files/transfer-rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import type { Waiting } from '../../pipeline/upload/queue-order.ts';
import type { SyncRun } from '../../pipeline/run/sync-run.ts';
import { filesInLine, turnsAhead } from '../../pipeline/upload/queue-preview.ts';
import { waitingOf } from '../../pipeline/upload/waiting-of.ts';
import { makeWaitingLine } from '../../pipeline/upload/waiting-line.ts';
import { makeStateSupport } from '../../pipeline/upload/upload-support.ts';
import { isPaidFor } from '../credits/spend-offers.ts';
import { makeFileView } from './file-views.ts';

export type LiveRun = Pick<SyncRun, 'askedNow' | 'runningUploads' | 'serviceWait'>;

export interface QueueReaderParts {
  readonly state: State;
  readonly clock: Clock;
  /** Address of the service. */
  readonly server: string;
  readonly certificateFolder: string;
  /** The current run, or the last one; null before the first. */
  readonly run: () => LiveRun | null;
}

export function makeQueueReader(parts: QueueReaderParts, transitions: FileTransitions) {
  const { state, clock, server } = parts;

  const runningUploads = () => parts.run()?.runningUploads() ?? [];
  const askedNow = () => parts.run()?.askedNow() ?? [];

  /** Those that hold now. */
  function rules(): TransferRules {
    const kept = state.transferRules.get();
    return { ...kept, pause: pauseAt(kept.pause, clock.nowMs()) };
  }

  /** What files wait for, per service, without the files. */
  function waits(): readonly Wait[] {
    const { pause } = rules();
    const held = state.holds.counts();
    const list: Wait[] = [];
    const plain = { server, why: null, note: null };
    const paused = held.find(({ hold }) => hold === 'paused');
    if (pause !== null) {
      const { sinceMs, untilMs } = pause;
      const { files, bytes } = paused ?? { files: 0, bytes: 0 };
      list.push({ ...plain, cause: 'paused', sinceMs, untilMs, files, bytes });
    }
    const live = parts.run()?.serviceWait() ?? null;
    // A tripped circuit breaker has already put its reason on every row.
    if (live !== null && live.untilMs !== null) {
      const { hold: cause, sinceMs, untilMs, fault } = live;
      const why = fault.kind === 'unavailable' ? fault.why : null;
      list.push({ ...plain, cause, why, sinceMs, untilMs, ...inLine() });
    }
    for (const { hold: cause, waits: note, files, bytes, sinceMs } of held) {
      if (cause === 'paused') continue;
      list.push({ ...plain, cause, note, sinceMs, untilMs: null, files, bytes });
    }
    return list;
  }

  /** What waits while the service cannot be reached: what awaits an approval waits for that. */
  function inLine() {
    const waiting = state.files
      .counts()
      .filter(({ state: fileState }) => ['checking', 'ready', 'uploading'].includes(fileState));
    const awaiting = state.waitingCosts.sum({});
    return {
      files: waiting.reduce((sum, { files }) => sum + files, -awaiting.files),
      bytes: waiting.reduce((sum, { bytes }) => sum + bytes, -awaiting.bytes),
    };
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
    waits,
    order,
    /**
     * Everything that is queued or being sent, and what it waits for; or `count` entries of it from `first` on.
     * `isApproved`: without what awaits approval.
     */
    view(first = 0, count = Infinity, isApproved = false): QueueView & { readonly total: number } {
      const view = makeFileView(state, parts.certificateFolder);
      const all = filesInLine(state) + askedNow().length;
      const total = isApproved ? all - state.waitingCosts.sum({}).files : all;
      const turns = isApproved ? approved(inOrder(), total) : inOrder();
      const entries = order(first, count, turns).flatMap(({ fileId, ...turn }) => {
        const row = state.files.get(Number(fileId));
        return row === null ? [] : [{ file: view(row), ...turn }];
      });
      return { ...rules(), resumption: resumption(), waits: waits(), total, entries };
    },
  };
}
