/**
 * The files that a person approved and that have no outcome yet, in two lines, both in the order of the queue: the service
 * is asked for the content of those that need it, then they are sent. An approval is for the bytes that the file had: what
 * was written since is neither asked for nor sent. The database holds the same facts, so losing the lines loses nothing.
 */
import type { FileRow } from '../../db/files/file-repository.ts';
import type { AccountPorts } from '../common/ports.ts';
import type { PauseControl } from '../decide/recheck-holds.ts';
import { makeWaitingLine, waitingOf, type WaitingContent } from './waiting-line.ts';

/** A file with the bytes that were approved. */
export type Approved = Pick<WaitingContent, 'fileId' | 'contentId'>;
export type ApprovedFiles = ReturnType<typeof makeApprovedFiles>;

export function makeApprovedFiles(
  ports: Pick<AccountPorts, 'state' | 'transitions'> & { readonly pauses: PauseControl },
) {
  const { state, transitions, pauses } = ports;
  const toAsk = makeWaitingLine<WaitingContent>();
  const toSend = makeWaitingLine<WaitingContent>();
  /** Taken from a line, and not ended. */
  const underWay = new Set<number>();
  let isShownPaused = false;

  const waitingIds = () => [...toAsk.ids(), ...toSend.ids()];

  function rowsOf(fileIds: readonly number[]): readonly FileRow[] {
    return fileIds.flatMap((fileId) => state.files.get(fileId) ?? []);
  }

  /** Null when it is gone, or has other bytes by now. */
  function rowOf({ fileId, contentId }: Approved): FileRow | null {
    const row = state.files.get(fileId);
    return row !== null && row.contentId === contentId ? row : null;
  }

  function remove(fileId: number): void {
    toAsk.remove(fileId);
    toSend.remove(fileId);
  }

  /** Each in its place in the line that it belongs to now. `begun`: files of which the service has a part. */
  function lineUp(files: readonly FileRow[], begun?: ReadonlySet<number>): void {
    const asked = new Set(files.filter(transitions.asksFirst).map(({ id }) => id));
    const waiting = waitingOf(files, ports, begun);
    for (const { id } of files) remove(id); // it may stand in the other line
    toAsk.add(waiting.filter(({ fileId }) => asked.has(fileId)));
    toSend.add(waiting.filter(({ fileId }) => !asked.has(fileId)));
    isShownPaused = false;
  }

  return {
    toAsk,
    toSend,
    underWay: underWay as ReadonlySet<number>,
    rowOf,
    lineUp,
    /** Adds rows that may spend now. */
    approve(fileIds: readonly number[]): void {
      lineUp(rowsOf([...new Set(fileIds)].filter((fileId) => !underWay.has(fileId))));
    },
    /** Their credits are promised, though not spent. */
    pendingIds: (): readonly number[] => [...waitingIds(), ...underWay],
    /** A person has changed the rules or the order of the queue. */
    arrangeAnew: (): void =>
      lineUp([...toAsk.files(), ...toSend.files()].flatMap((file) => rowOf(file) ?? [])),
    remove,
    /** What is done with a file that was taken from a line. */
    async during<Value>(fileId: number, work: () => Promise<Value>): Promise<Value> {
      underWay.add(fileId);
      try {
        return await work();
      } finally {
        underWay.delete(fileId);
      }
    },
    /** False during a pause: then the rows of those that wait say so. */
    mayBegin(): boolean {
      const mayBegin = pauses.admits();
      if (!mayBegin && !isShownPaused) {
        pauses.hold(rowsOf(waitingIds()).filter((file) => file.state === 'ready'));
      }
      isShownPaused = !mayBegin;
      return mayBegin;
    },
  };
}
