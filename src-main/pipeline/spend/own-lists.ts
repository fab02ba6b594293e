/**
 * When the list of a destination was read last, and whether one whose files are known is recent enough to pay for something
 * there. A reading serves what is paid for directly afterwards; a batch that takes longer has it read again meanwhile.
 */
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { destinationKey } from '../common/destination-key.ts';
import type { Destination } from '../common/ports.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import { isGone } from '../common/state-of-status.ts';
import { applyServiceStatus } from '../decide/keep-record.ts';
import {
  listProjectFiles,
  type DatedReading,
  type ListPorts,
} from '../common/list-project-files.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';

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

  function isYounger(last: Seen, age: (typeof AGES)[keyof typeof AGES]): boolean {
    const { endedMs, endedAtMs, tookMs } = last;
    const ageMs = Math.max(clock.monotonicMs() - endedMs, clock.nowMs() - endedAtMs);
    return ageMs < Math.min(OLDEST_MS, Math.max(age.ms, age.times * tookMs));
  }

  /** A list that called a record deleted was wrong when a later one shows it. */
  function bringBack({ projectId, visibility }: Destination, { files }: DatedReading): void {
    const deleted = state.records.deletedIn(projectId, visibility);
    if (deleted.length === 0) return;
    const listed = new Map(files.map((file) => [file.fileId, file]));
    state.transaction(() => {
      for (const { id, fileId } of deleted) {
        const file = listed.get(fileId);
        if (file !== undefined && !isGone(file.status)) applyServiceStatus(ports, id, file);
      }
    });
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
        bringBack(place, read.value);
      }
      const isComplete = read.ok && read.value.isComplete;
      const endedMs = clock.monotonicMs();
      const tookMs = endedMs - begunMs;
      seen.set(key, { isComplete, tookMs, endedMs, endedAtMs: clock.nowMs() });
      return isComplete;
    },
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
