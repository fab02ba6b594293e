/**
 * Numbers the core's events for user interfaces, and batches frequent ones: progress and changed files go out together,
 * a few times a second. It stores nothing for later listeners: they take a snapshot.
 */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import {
  GATHERING_MS,
  MOST_NAMED_IN_EVENT,
  type BridgeEvent,
  type FileProgress,
  type NumberedEvent,
  type ScanProgress,
} from '../../src-shared/bridge/events.ts';
import type { FileState } from '../../src-shared/model/files/file-state.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import type { Clock } from '../platform/clock.ts';
import type { SyncEvent } from '../pipeline/common/ports.ts';

export type EventFeed = ReturnType<typeof makeEventFeed>;

export interface FeedPorts {
  readonly clock: Clock;
  /** Each destination of some of these rows, once; none for rows that are gone, or when it is unknown. */
  readonly placesOf: (
    fileIds: readonly number[],
  ) => readonly { readonly folderId: string; readonly projectId: string }[];
  /** The service's id of the file of a record; null when it is not known. */
  readonly fileIdOfRecord: (recordId: number) => string | null;
}

/** Transient states that concern neither money nor the queue. */
const BEFORE_THE_QUEUE: ReadonlySet<string> = new Set(['discovered', 'settling', 'hashing']);
const ABOUT_MONEY: ReadonlySet<string> = new Set(['uploading', 'recording', 'notarized']);

export function makeEventFeed({ clock, placesOf, fileIdOfRecord }: FeedPorts) {
  const listeners = makeListeners<[NumberedEvent]>();
  const closing = new AbortController();
  let sequence = 0;
  let isGathering = false;
  const current = new Map<string, FileProgress>();
  let progressed = new Map<string, FileProgress>();
  let scans = new Map<string, ScanProgress>();
  let moved = new Set<number>();
  /** Files changed, and it is not known which. */
  let isAnyMoved = false;
  let certified = new Set<number>();
  let later = new Set<'transfers-changed' | 'credits-changed' | 'folders-changed'>();

  function send(event: BridgeEvent): void {
    sequence += 1;
    listeners.tell({ sequence, event });
  }

  function gather(): void {
    if (isGathering || closing.signal.aborted) return;
    isGathering = true;
    clock.sleep(GATHERING_MS, closing.signal).then(flush, () => undefined); // closed: nobody is notified any more
  }

  function flush(): void {
    isGathering = false;
    if (isAnyMoved) {
      send({ kind: 'files-changed', folderIds: [], projectIds: [], fileIds: null });
    } else if (moved.size > 0) send(movedEvent([...moved]));
    if (progressed.size > 0 || scans.size > 0) {
      send({ kind: 'progress', files: [...progressed.values()], scans: [...scans.values()] });
    }
    const fileIds = [...certified].flatMap((recordId) => fileIdOfRecord(recordId) ?? []);
    if (fileIds.length > 0) send({ kind: 'certificates-changed', fileIds });
    for (const kind of later) send({ kind });
    [moved, progressed, scans] = [new Set(), new Map(), new Map()];
    isAnyMoved = false;
    [certified, later] = [new Set(), new Set()];
  }

  function movedEvent(ids: readonly number[]): BridgeEvent {
    const places = placesOf(ids);
    return {
      kind: 'files-changed',
      folderIds: [...new Set(places.map(({ folderId }) => folderId))],
      projectIds: [...new Set(places.map(({ projectId }) => projectId))],
      fileIds: ids.length > MOST_NAMED_IN_EVENT ? null : ids.map(String),
    };
  }

  function changedState(state: FileState): void {
    if (!BEFORE_THE_QUEUE.has(state)) later.add('transfers-changed');
    if (ABOUT_MONEY.has(state)) later.add('credits-changed');
  }

  function take(event: SyncEvent): void {
    switch (event.kind) {
      case 'scanning': {
        const { files, directories } = event;
        const folderId = String(event.folderId);
        scans.set(folderId, { folderId, files, directories });
        return;
      }
      case 'moved': {
        moved.add(event.fileId);
        const known = current.get(String(event.fileId));
        if (known !== undefined && known.state !== event.state) current.delete(known.fileId);
        changedState(event.state);
        return;
      }
      case 'added':
        for (let index = 0; index < event.files; index += 1) moved.add(event.firstId + index);
        changedState(event.state);
        return;
      case 'progressed': {
        const { state, doneBytes, totalBytes } = event;
        const progress = { fileId: String(event.fileId), state, doneBytes, totalBytes };
        current.set(progress.fileId, progress);
        progressed.set(progress.fileId, progress);
        return;
      }
      case 'folder-paused':
        later.add('folders-changed');
        return;
      case 'watch-limited':
        return; // the engine announces it, as part of its own state
      case 'waiting':
        send({ kind: 'waiting', fault: event.fault, untilMs: event.untilMs });
        return;
      case 'passing':
        later.add('transfers-changed');
        return;
      case 'certificate-changed':
        certified.add(event.recordId);
        return;
      default:
        assertNever(event);
    }
  }

  return {
    /** Number of the last event; 0 before the first. */
    sequence: () => sequence,
    /** What is being read or sent now. */
    progress: (): readonly FileProgress[] => [...current.values()],
    /** Takes the events of a run. */
    announce(event: SyncEvent) {
      take(event);
      gather();
    },
    /** Rows that were changed outside a run; null: it is not known which. */
    filesChanged(fileIds: readonly number[] | null) {
      if (fileIds === null) isAnyMoved = true;
      else for (const id of fileIds) moved.add(id);
      later.add('transfers-changed');
      gather();
    },
    /** Announces at once, after the batched events. */
    tell(event: BridgeEvent) {
      flush();
      send(event);
    },
    /** The listener hears every event from now on, in order, until the returned function is called. */
    subscribe: listeners.on,
    /** Clears all progress: the run has ended. */
    settle() {
      current.clear();
      flush();
    },
    close() {
      closing.abort();
      listeners.clear();
    },
  };
}
