/**
 * When the list of a destination was read last, and whether one whose files are known is recent enough to pay for something
 * there. A reading serves what is paid for directly afterwards; a batch that takes longer has it read again meanwhile. After
 * a loss of history the lists are read for what they show that is missing here.
 */
import { MINUTE_MS, SECOND_MS, DAY_MS } from '../../../src-shared/model/text/time.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { type Destination, destinationKey } from '../common/ports.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { applyServiceStatus } from '../decide/keep-record.ts';
import {
  type DatedReading,
  type ListPorts,
  listProjectFiles,
  stateOfStatus,
} from '../common/list-project-files.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import { makeClaims, type Stage } from '../common/stage.ts';

/** Ages of a reading, and as multiples of what it took: a long list is not read all the time. */
const AGES = {
  /** No second reading is worth it. */
  fresh: { ms: SECOND_MS, times: 5 },
  /** Beside a batch that goes on, it is time for another reading. */
  due: { ms: 30 * SECOND_MS, times: 10 },
  /** No upload begins any more. */
  outdated: { ms: 60 * SECOND_MS, times: 20 },
} as const;
/** However long it took. */
const OLDEST_MS = 10 * MINUTE_MS;

/** Of a record that was there. */
const OVER: ReadonlySet<FileState> = new Set(['deleting', 'deleted', 'record_error']);

interface Seen {
  readonly isComplete: boolean;
  readonly tookMs: number;
  /** On both clocks: the steady one may stand still while the computer sleeps, the other may be set. */
  readonly endedMs: number;
  readonly endedAtMs: number;
}

export function makeOwnLists(
  ports: ListPorts & { readonly transitions: FileTransitions; readonly gate: ServiceGate },
) {
  const { state, clock, gate } = ports;
  const seen = new Map<string, Seen>();
  /** The last of each whose files are known, too. */
  const compared = new Map<string, Seen>();
  /** Ids of our records that earlier lists showed and the last complete one does not, where it shows files that are unknown here. */
  const gone = new Map<string, ReadonlySet<string>>();

  function isYounger(last: Seen, age: (typeof AGES)[keyof typeof AGES]): boolean {
    const { endedMs, endedAtMs, tookMs } = last;
    const ageMs = Math.max(clock.monotonicMs() - endedMs, clock.nowMs() - endedAtMs);
    return ageMs < Math.min(OLDEST_MS, Math.max(age.ms, age.times * tookMs));
  }

  /**
   * What was on the chain may be deleted by now, by anybody, or turn out not to have come there; and a list that called a
   * record deleted was wrong when a later one shows it.
   */
  function followSettled(place: Destination, { files }: DatedReading): void {
    const { records } = state;
    const deleted = new Map(
      records
        .deletedIn(place.projectId, place.visibility)
        .map((record) => [record.fileId, record] as const),
    );
    state.transaction(() => {
      for (const file of files) {
        const wrong = deleted.get(file.fileId);
        if (OVER.has(stateOfStatus(file.status))) {
          const record = records.at(place.projectId, place.visibility, file.fileId);
          // One that is still to come there is followed by its own stage.
          if (record !== null && stateOfStatus(record.status) === 'notarized')
            applyServiceStatus(ports, record.id, file);
        } else if (wrong !== undefined) applyServiceStatus(ports, wrong.id, file);
      }
    });
  }

  function goneFrom(place: Destination, { files, isComplete }: DatedReading): ReadonlySet<string> {
    const { unaccountedFiles, records, listedFiles } = state;
    const isAllKnown =
      unaccountedFiles.unread(place).length === 0 && !unaccountedFiles.hasHashed(place);
    if (!isComplete || isAllKnown) return new Set();
    const shown = new Set(files.map(({ fileId }) => fileId));
    const own = records
      .inProject(place.projectId)
      .filter(({ visibility }) => visibility === place.visibility);
    const missing = own.filter(
      ({ fileId }) => !shown.has(fileId) && listedFiles.wasListed(place, fileId),
    );
    return new Set(missing.map(({ fileId }) => fileId));
  }

  return {
    /** Whether it was read to its end, now or just before; null: no request can be made. */
    async read(place: Destination, signal: AbortSignal): Promise<boolean | null> {
      const key = destinationKey(place);
      const last = seen.get(key);
      if (last !== undefined && isYounger(last, AGES.fresh)) return last.isComplete;
      const begunMs = clock.monotonicMs();
      const read = await listProjectFiles(
        { ...ports, waitsFor: gate.waitsFor },
        place,
        () => false,
        signal,
      );
      if (!read.ok && concernsEverything(read.fault)) {
        gate.failed(read.fault);
        return null;
      }
      if (read.ok) {
        gate.succeeded();
        followSettled(place, read.value);
        gone.set(key, goneFrom(place, read.value));
      }
      const isComplete = read.ok && read.value.isComplete;
      const endedMs = clock.monotonicMs();
      const tookMs = endedMs - begunMs;
      seen.set(key, { isComplete, tookMs, endedMs, endedAtMs: clock.nowMs() });
      return isComplete;
    },
    /** A list showed this record once, and the last one, read to its end, does not. */
    isGone: (place: Destination, fileId: string): boolean =>
      gone.get(destinationKey(place))?.has(fileId) ?? false,
    /** The files that the last reading shows are known now. */
    noteCompared(place: Destination): void {
      const last = seen.get(destinationKey(place));
      if (last !== undefined) compared.set(destinationKey(place), last);
    },
    /** `due`: it is time for another reading. `outdated`: nothing is paid for before that. */
    ageOf(place: Destination): 'current' | 'due' | 'outdated' {
      const last = compared.get(destinationKey(place));
      if (last === undefined || !isYounger(last, AGES.outdated)) return 'outdated';
      return isYounger(last, AGES.due) ? 'current' : 'due';
    },
  };
}

// After a loss of history: reads the lists of the watched folders' destinations once in a run, to find out whether uploads
// of this account are missing here. If none is, the platform need not be asked about every content any more.

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
