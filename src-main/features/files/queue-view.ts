/** The queue of uploads as a person sees it: what is being sent, what waits, and for what. Read-only. */
import type { Turn } from '../../../src-shared/bridge/transfer-calls.ts';
import type { QueueView, Resumption } from '../../../src-shared/model/files/queue-view.ts';
import { pauseAt, type TransferRules } from '../../../src-shared/model/files/transfer-rules.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import type { Waiting } from '../../pipeline/upload/queue-order.ts';
import type { SyncRun } from '../../pipeline/run/sync-run.ts';
import { filesInLine, turnsAhead } from '../../pipeline/upload/queue-preview.ts';
import { makeWaitingLine, waitingOf } from '../../pipeline/upload/waiting-line.ts';
import { makeStateSupport } from '../../pipeline/upload/upload-support.ts';
import { isPaidFor } from '../credits/spend-offers.ts';
import { makeFileView } from './file-views.ts';
import { type WaitParts, waitsOf } from './waits.ts';

export type LiveRun = Pick<SyncRun, 'askedNow' | 'runningUploads' | 'serviceWait'>;

export interface QueueReaderParts extends WaitParts {
  readonly certificateFolder: string;
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
      const total = isApproved ? all - state.waitingCosts.sum({}).files : all;
      const turns = isApproved ? approved(inOrder(), total) : inOrder();
      const entries = order(first, count, turns).flatMap(({ fileId, ...turn }) => {
        const row = state.files.get(Number(fileId));
        return row === null ? [] : [{ file: view(row), ...turn }];
      });
      return { ...rules(), resumption: resumption(), waits: waitsOf(parts), total, entries };
    },
  };
}
