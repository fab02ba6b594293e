/** Gathers the events of a run into a few small messages a second. */
import { needsPerson, type FileState } from '../../../src-shared/model/files/file-state.ts';
import { GATHERING_MS } from '../../../src-shared/bridge/events.ts';
import type { PassProgress } from '../../../src-shared/bridge/sync-calls.ts';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import type { CheckUploads } from '../../../src-shared/model/money/upload-offer.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { SyncEvent } from '../../pipeline/common/ports.ts';
import type { Clock } from '../../platform/clock.ts';

const MOST_RUNNING = 6;
/** Of those that wait for the same reason: a budget may hold a million. One more says that there are others. */
const MOST_NAMED = 11;

type Running = Extract<SyncEvent, { kind: 'progressed' }>;

export type GatheredProgress = ReturnType<typeof gatherProgress>;

/** Aborting ends the messages. */
export function gatherProgress(
  { clock, tell }: { readonly clock: Clock; readonly tell: (progress: PassProgress) => void },
  signal: AbortSignal,
) {
  const running = new Map<number, Running>();
  const stateById = new Map<number, FileState>();
  const counts: Partial<Record<FileState, number>> = {};
  const seenInFolder = new Map<number, number>();
  const namedByReason = new Map<string, number>();
  let waits: PassProgress['waits'][number][] = [];
  let denials: PassProgress['denials'][number][] = [];
  let checks: CheckUploads | null = null;
  let sent: { doneBytes: number; totalBytes: number } | null = null;
  let isGathering = false;

  function count(fileId: number, state: FileState): void {
    const before = stateById.get(fileId);
    if (before !== undefined) counts[before] = (counts[before] ?? 1) - 1;
    stateById.set(fileId, state);
    counts[state] = (counts[state] ?? 0) + 1;
  }

  function moved({ fileId, state, hold, path }: Extract<SyncEvent, { kind: 'moved' }>): void {
    const last = running.get(fileId);
    const isSent = last?.state === 'uploading' && state !== 'uploading';
    const isThere = last?.state === 'checking' && state === 'duplicate';
    if (last !== undefined && sent !== null && (isSent || isThere)) {
      sent.doneBytes += last.totalBytes;
    }
    running.delete(fileId);
    count(fileId, state);
    if (!needsPerson(state, hold)) return;
    const reason = `${state} ${hold}`;
    const named = namedByReason.get(reason) ?? 0;
    namedByReason.set(reason, named + 1);
    if (named < MOST_NAMED) waits.push({ path, state, hold });
  }

  function take(event: SyncEvent): void {
    switch (event.kind) {
      case 'scanning':
        seenInFolder.set(event.folderId, event.files);
        return;
      case 'progressed':
        running.set(event.fileId, event);
        return;
      case 'moved':
        moved(event);
        return;
      case 'added':
        for (let index = 0; index < event.files; index += 1) {
          count(event.firstId + index, event.state);
        }
        return;
      case 'waiting':
      case 'folder-paused':
      case 'watch-limited':
      case 'passing':
      case 'certificate-changed':
        return;
      default:
        assertNever(event);
    }
  }

  function message(): PassProgress {
    const seen = [...seenInFolder.values()].reduce((sum, files) => sum + files, 0);
    const now = [...running.values()];
    const onLine = now
      .filter(({ state }) => state === 'uploading')
      .reduce((sum, { doneBytes }) => sum + doneBytes, 0);
    const first = now.slice(0, MOST_RUNNING).map(({ path, state, doneBytes, totalBytes }) => {
      return { path, state, doneBytes, totalBytes };
    });
    const told = { waits, denials };
    waits = [];
    denials = [];
    return {
      seen,
      counts: { ...counts },
      running: first,
      sent: sent && { ...sent, doneBytes: Math.min(sent.totalBytes, sent.doneBytes + onLine) },
      checks,
      ...told,
    };
  }

  function gather(): void {
    if (isGathering || signal.aborted) return;
    isGathering = true;
    clock.sleep(GATHERING_MS, signal).then(tellGathered, () => undefined); // the pass is over
  }

  function tellGathered(): void {
    isGathering = false;
    tell(message());
  }

  return {
    announce(event: SyncEvent): void {
      take(event);
      gather();
    },
    checksWait(uploads: CheckUploads): void {
      checks = uploads;
      gather();
    },
    /** The check of a paid change that the service denied is due in so long. */
    denialWaits(change: Change, waitMs: number): void {
      denials.push({ change, waitMs });
      gather();
    },
    /** So much was agreed to. */
    sends(totalBytes: number): void {
      sent = { doneBytes: 0, totalBytes };
    },
    /** What was gathered and not told yet. */
    flush: () => tell(message()),
  };
}
