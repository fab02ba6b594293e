/**
 * After a loss of history: reads the lists of the watched folders' destinations once in a run, to find out whether
 * uploads of this account are missing here. If none is, the platform need not be asked about every content any more.
 */
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import { type Destination, destinationKey } from '../common/ports.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import { listProjectFiles, type ListPorts } from '../common/list-project-files.ts';
import { makeClaims, type Stage } from '../common/stage.ts';

/** A list may take hundreds of requests, and what it cannot tell today it rarely tells an hour later. */
const AGAIN_MS = DAY_MS;

export function makeHistoryStage(ports: ListPorts & { readonly gate: ServiceGate }): Stage {
  const { state, gate, clock } = ports;
  const claims = makeClaims<string>();
  /** When, by destination, on the steady clock. */
  const read = new Map<string, number>();

  function unread(): readonly Destination[] {
    if (!state.isHistoryIncomplete()) return [];
    return state.listedFiles
      .unaccounted()
      .filter(
        (destination) =>
          !read.has(destinationKey(destination)) && creatorOf(destination.projectId) === null,
      );
  }

  async function account(destination: Destination, signal: AbortSignal): Promise<'waiting'> {
    const reading = await listProjectFiles(
      { ...ports, waitsFor: gate.waitsFor },
      destination,
      () => false,
      signal,
    );
    if (reading.ok) gate.succeeded();
    else gate.failed(reading.fault);
    // After an outage the list is read again; a list that is refused, or shows something unknown, is not read again in
    // this run.
    if (gate.isPassing()) read.set(destinationKey(destination), clock.monotonicMs());
    return 'waiting';
  }

  return {
    concurrency: 1,
    take(limit) {
      if (!gate.isPassing()) return [];
      return unread()
        .filter((destination) => !claims.has(destinationKey(destination)))
        .slice(0, limit)
        .map(
          (destination) => (signal) =>
            claims.during(destinationKey(destination), () => account(destination, signal)),
        );
    },
    nextDueMs: () => (unread().length > 0 ? gate.passesAtMs() : null),
    renew(by) {
      const nowMs = clock.monotonicMs();
      for (const [key, atMs] of read) {
        if (by === 'person' || nowMs - atMs >= AGAIN_MS) read.delete(key);
      }
    },
  };
}
