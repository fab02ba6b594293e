/**
 * Follows the status of records: Pending until Available or failed. It reads one list per destination, however many
 * files wait there. The first records teach how this service keeps uploads.
 */
import {
  type ContentDigests,
  type Destination,
  type RemoteFile,
  type RemoteRecords,
  type SourceVersion,
  destinationKey,
} from '../common/ports.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import { type ListPorts, listProjectFiles } from '../common/list-project-files.ts';
import { makeClaims, type RenewedBy, type Stage, type Step, wallTimeMs } from '../common/stage.ts';
import { type ServiceQuirks, uploadedQuirk } from '../common/service-quirks.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import {
  doubtConfirmation,
  doubtOther,
  isOfAnother,
  namedLikeOthers,
} from '../confirm/doubt-confirmation.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { applyServiceStatus } from '../decide/keep-record.ts';
import { DEFAULT_PAGE_LIMIT } from '../../../src-shared/service/limits.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { identityFromKey } from '../../platform/disk/file-identity.ts';
import type { State } from '../../db/state.ts';
import { compareHash } from '../decide/compare-hash.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { listNote } from '../common/refusal.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { type NotedTimes, spreadMs } from '../../platform/waiting.ts';

const REFRESH_MS = 250; // thousands of uploads come in one by one: count their destinations only now and then
const CONCURRENCY = 2;
const MOST_LESSONS = 3; // requests for FileHash in one run
/** A word that is not documented may be a step on the way: it is waited for longer, some two minutes. */
const UNKNOWN_WORD = 0.6;
const MAX_FRUITLESS = 6; // readings in one run, about half a minute: later rounds look for what is still missing

interface Wait {
  readonly destination: Destination;
  /**
   * The pause before a list is read again that has records on their way to the chain, not drawn yet: soon at first, later
   * seldom, and the more seldom the more requests that takes.
   */
  readonly delayMs: number;
  /** On the steady clock, like all times here; Infinity: given up until a person or a later round looks again. */
  readonly nextAtMs: number;
  /** When the last reading ended, and since when nothing has changed. */
  readonly readAtMs: number;
  readonly stillSinceMs: number;
  /** Requests of the last reading. */
  readonly requests: number;
  /** Records that were open when this wait was set. */
  readonly count: number;
  /** Consecutive readings that found none of the open records with a known status; one of those that found some counts as less. */
  readonly fruitless: number;
}

export function makeRecordStage(
  ports: ListPorts & {
    readonly transitions: FileTransitions;
    readonly digests: ContentDigests;
    readonly gate: ServiceGate;
    readonly times: NotedTimes;
    /** A number between 0 and 1. */
    readonly chance: () => number;
  },
): Stage {
  const { state, remote, quirks, gate, clock, chance } = ports;
  const claims = makeClaims<string>();
  const waits = new Map<string, Wait>();
  let seen = { newestId: null as number | null, nextRefreshMs: 0 };
  let lessons = 0;
  const unseen = makeUnseenRecords(ports);

  /** Whether uploads have come in that no wait covers. Cheap enough for every turn of the stage runner. */
  function isStale(): boolean {
    return state.records.newestUnsettledId() !== seen.newestId;
  }

  /** Destinations with open records, and the time of their next reading. New uploads bring it forward. */
  function refreshWaits(): void {
    seen = {
      newestId: state.records.newestUnsettledId(),
      nextRefreshMs: clock.monotonicMs() + REFRESH_MS,
    };
    const open = new Map(
      state.records.unsettledDestinations().map(({ projectId, visibility, count }) => {
        const destination = { projectId, visibility };
        return [destinationKey(destination), { destination, count }] as const;
      }),
    );
    for (const key of waits.keys()) if (!open.has(key)) waits.delete(key);
    for (const [key, { destination, count }] of open) {
      const known = waits.get(key);
      const nowMs = clock.monotonicMs();
      const soonMs = nowMs + (known === undefined ? 0 : FIRST_POLL_MS);
      if (known === undefined || count > known.count) {
        const nextAtMs = Math.min(known?.nextAtMs ?? soonMs, soonMs);
        const begun = { readAtMs: nowMs, stillSinceMs: nowMs, requests: known?.requests ?? 1 };
        const soon = { delayMs: FIRST_POLL_MS, nextAtMs, fruitless: 0 };
        waits.set(key, { destination, count, ...soon, ...begun });
      }
    }
  }

  async function lookAt(wait: Wait, signal: AbortSignal): Promise<Step> {
    const { destination } = wait;
    const wanted = state.records.unsettledIn(destination.projectId, destination.visibility);
    const missing = new Set(wanted.map((record) => record.fileId));
    const isEnough = (file: RemoteFile) => {
      missing.delete(file.fileId);
      return missing.size === 0;
    };
    const read = await listProjectFiles(
      { ...ports, waitsFor: gate.waitsFor },
      destination,
      isEnough,
      signal,
    );
    if (!read.ok) {
      const { fault } = read;
      gate.failed(fault);
      const isRefused = !concernsEverything(fault);
      later(wait, { fruitless: wait.fruitless + (isRefused ? 1 : 0) });
      if (isRefused && isOverdue(wait)) state.repeatable(() => unseen.say(wanted, fault));
      return 'waiting';
    }
    gate.succeeded();
    const { files, isComplete, begunMonotonicMs } = read.value;
    let doubted = 0;
    const byId = new Map(files.map((file) => [file.fileId, file]));
    const strange = wanted.filter(({ fileId }) => isStrange(byId.get(fileId)));
    const changed = state.transaction(() => {
      unseen.clear(
        wanted.filter(({ fileId }) => !missing.has(fileId) && !isStrange(byId.get(fileId))),
      );
      if (isOverdue(wait)) {
        for (const record of strange)
          unseen.sayStatus(record, byId.get(record.fileId)?.status ?? '');
        const unlisted = wanted.filter(({ fileId }) => missing.has(fileId));
        unseen.say(unlisted, null);
      }
      for (const record of isComplete ? wanted : []) {
        if (!missing.has(record.fileId)) continue;
        if (doubtConfirmation(ports, record, begunMonotonicMs)) doubted += 1;
      }
      const other = { ownerId: remote.ownerId(), uploadedQuirk: quirks.uploaded(), state };
      const mixedUp = namedLikeOthers(wanted, byId, state);
      const own = wanted.filter((record) => {
        const file = byId.get(record.fileId);
        if (file === undefined) return true;
        if (!mixedUp.has(record) && !isOfAnother(record, file, other)) return true;
        if (doubtOther(ports, record)) doubted += 1;
        return false;
      });
      return follow(own, byId);
    });
    const isNews = changed.some(({ fileId }) => !isStrange(byId.get(fileId)));
    const sawSome = isNews || missing.size + strange.length < wanted.length;
    const more = strange.length > 0 ? UNKNOWN_WORD : 1;
    const requests = Math.ceil(files.length / DEFAULT_PAGE_LIMIT);
    const fruitless = sawSome ? 0 : wait.fruitless + more;
    later(wait, { requests, fruitless, isNews });
    await learnFrom(changed, signal);
    return isNews || doubted > 0 ? 'advanced' : 'waiting';
  }

  /** After so many readings a person wants to know why. */
  function isOverdue({ fruitless, delayMs }: Wait): boolean {
    return fruitless + 1 >= MAX_FRUITLESS || delayMs >= USUAL_POLL_MS;
  }

  function later(
    wait: Wait,
    read: { readonly fruitless: number; readonly requests?: number; readonly isNews?: boolean },
  ): void {
    const { requests = wait.requests, fruitless, isNews = false } = read;
    const nowMs = clock.monotonicMs();
    const stillSinceMs = isNews ? nowMs : wait.stillSinceMs;
    const delayMs = isNews
      ? FIRST_POLL_MS
      : nextPollMs({
          lastMs: wait.delayMs,
          waitedMs: nowMs - stillSinceMs,
          destinations: waits.size,
          requests,
        });
    const nextAtMs = fruitless < MAX_FRUITLESS ? nowMs + drawnPollMs(delayMs, chance()) : Infinity;
    const times = { delayMs, nextAtMs, readAtMs: nowMs, stillSinceMs };
    waits.set(destinationKey(wait.destination), { ...wait, ...times, requests, fruitless });
  }

  /** A person wants to know now; the clock alone has one more reading made, and seldom. */
  function lookAgain(wait: Wait, by: RenewedBy): void {
    const nowMs = clock.monotonicMs();
    if (by === 'clock' && nowMs - wait.readAtMs < seldomMs(waits.size, wait.requests)) return;
    const again =
      by === 'person'
        ? { fruitless: 0, delayMs: FIRST_POLL_MS, stillSinceMs: nowMs }
        : { fruitless: MAX_FRUITLESS - 1 };
    waits.set(destinationKey(wait.destination), { ...wait, ...again, nextAtMs: nowMs });
  }

  /** Applies the statuses of records; returns the records that changed. */
  function follow(
    wanted: readonly LedgerRecord[],
    byId: ReadonlyMap<string, RemoteFile>,
  ): readonly LedgerRecord[] {
    return wanted.filter((record) => {
      const file = byId.get(record.fileId);
      if (file === undefined || file.status === record.status) return false;
      applyServiceStatus(ports, record.id, file);
      const endedAtMs = answeredAtMs(record);
      if (endedAtMs !== null) learnTime(record, file, endedAtMs);
      return true;
    });
  }

  /** Only an id from the service's own answer to an upload teaches how it keeps uploads; null: there was none. */
  function answeredAtMs({ id }: LedgerRecord): number | null {
    const job = state.uploads.ofRecord(id);
    return job === null || job.recordedBy !== null ? null : job.endedAtMs;
  }

  function learnTime({ uploadedIso }: LedgerRecord, file: RemoteFile, endedAtMs: number): void {
    const quirk = uploadedQuirk(uploadedIso, file.uploadedIso, endedAtMs);
    if (quirk !== null) quirks.learnUploaded(quirk);
  }

  /** One request to a service whose FileHash is not understood yet. A few files are tried; the next run continues. */
  async function learnFrom(changed: readonly LedgerRecord[], signal: AbortSignal): Promise<void> {
    const record = changed.find(
      ({ id }) =>
        state.records.get(id).status === 'Available' &&
        answeredAtMs(state.records.get(id)) !== null,
    );
    if (record === undefined || quirks.hashMethod() !== null || lessons === MOST_LESSONS) return;
    lessons += 1;
    const fault = await learnHashMethod(record, ports, signal);
    if (fault !== null) gate.failed(fault);
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      if (!gate.isPassing()) return [];
      if (isStale() && clock.monotonicMs() >= seen.nextRefreshMs) refreshWaits();
      const due = [...waits.values()].filter(
        ({ destination, nextAtMs }) =>
          nextAtMs <= clock.monotonicMs() && !claims.has(destinationKey(destination)),
      );
      return due
        .slice(0, limit)
        .map(
          (wait) => (signal) =>
            claims.during(destinationKey(wait.destination), () => lookAt(wait, signal)),
        );
    },
    nextDueMs() {
      const passesAtMs = gate.passesAtMs();
      if (passesAtMs !== null) return passesAtMs;
      if (gate.tripped() !== null) return null;
      const times = [...waits.values()].map((wait) => wait.nextAtMs);
      if (isStale()) times.push(seen.nextRefreshMs);
      const ahead = times.filter((ms) => ms > clock.monotonicMs() && ms < Infinity);
      return ahead.length === 0 ? null : wallTimeMs(Math.min(...ahead), clock);
    },
    renew(by) {
      for (const wait of waits.values()) {
        if (wait.nextAtMs === Infinity || by === 'person') lookAgain(wait, by);
      }
    },
  };
}

/** Its status is none of those that are documented. */
function isStrange(file: RemoteFile | undefined): boolean {
  return file !== undefined && stateOfWord(file.status) === null;
}

const LARGEST_BYTES = 64 * 1024 * 1024; // the file is read again with many algorithms: a smaller one will come

interface LearnPorts {
  readonly state: State;
  readonly transitions: Pick<FileTransitions, 'placeOf'>;
  readonly remote: Pick<RemoteRecords, 'fileHash'>;
  readonly quirks: ServiceQuirks;
  readonly digests: ContentDigests;
}

/**
 * Returns the fault of the request, if any; an answer that cannot be understood teaches nothing. Rejects on abort while
 * reading.
 */
async function learnHashMethod(
  record: LedgerRecord,
  ports: LearnPorts,
  signal: AbortSignal,
): Promise<ServiceFault | null> {
  const { state, remote, quirks, digests } = ports;
  const asked = await remote.fileHash(record, record.fileId, signal);
  if (!asked.ok) return asked.fault;
  if (asked.value === null) return null;
  const content = state.contents.get(record.contentId);
  const source = content.sizeBytes > LARGEST_BYTES ? null : sourceOf(record, content.blake3, ports);
  const { method } = await compareHash(asked.value, content, null, async (algorithms) =>
    source === null ? null : digests.of(source, algorithms, signal),
  );
  if (method !== null) quirks.learnHashMethod(method);
  return null;
}

/** A file that still shows the record and has its content. */
function sourceOf(
  { id, contentId }: LedgerRecord,
  blake3: string,
  { state, transitions }: LearnPorts,
): SourceVersion | null {
  const row = state.files.withRecord(id).find((file) => file.contentId === contentId);
  if (row === undefined) return null;
  const identity = identityFromKey(row.identity);
  return { path: transitions.placeOf(row), name: row.name, identity, blake3 };
}

/** Says on the rows of records that cannot be seen, or whose status is not known, why they wait. Every function belongs in a transaction. */
function makeUnseenRecords({
  state,
  transitions,
}: {
  readonly state: Pick<State, 'files'>;
  readonly transitions: Pick<FileTransitions, 'move'>;
}) {
  /** Records whose rows are known to say nothing. */
  const clear = new Set<number>();

  function write(records: readonly LedgerRecord[], message: string | null): void {
    for (const { id } of records) {
      if (message === null && clear.has(id)) continue;
      for (const row of state.files.withRecord(id, ['recording'])) {
        if (row.message !== message) transitions.move(row, 'recording', { message });
      }
      if (message === null) clear.add(id);
      else clear.delete(id);
    }
  }

  return {
    /** `fault`: the service's answer instead of the list; null: the list does not show them. */
    say(records: readonly LedgerRecord[], fault: ServiceFault | null): void {
      write(records, listNote('record-unseen', fault));
    },
    /** The list gives it a status that is not documented. */
    sayStatus(record: LedgerRecord, status: string): void {
      write([record], writeWaitNote({ waits: 'unknown-status', status }));
    },
    /** The list shows them. */
    clear(records: readonly LedgerRecord[]): void {
      write(records, null);
    },
  };
}

/** On their way to the chain are soon looked at again, later seldom. */
export const FIRST_POLL_MS = SECOND_MS;
const GROWTH = 1.5;
/** A chain takes seconds to minutes: as long as it may, polling more often only costs the service. */
const USUAL_POLL_MS = 30 * SECOND_MS;
/** What takes longer than that is looked at again after so much of the time that it took already. */
const SHARE_OF_WAIT = 0.25;
/** A chain that stands still: all destinations together take at most 20 requests an hour. */
const REQUEST_MS = 3 * MINUTE_MS;
/** A long list is never read faster than so many requests. */
const QUICK_REQUEST_MS = SECOND_MS;

interface PollFacts {
  /** The pause before this reading. */
  readonly lastMs: number;
  /** Since the records of this destination last changed. */
  readonly waitedMs: number;
  /** Destinations with open records. */
  readonly destinations: number;
  /** That this reading took. */
  readonly requests: number;
}

/**
 * The pause before a list is read again that has records on their way to the chain, not drawn yet: soon at first, later
 * seldom, and the more seldom the more requests that takes.
 */
export function nextPollMs({ lastMs, waitedMs, destinations, requests }: PollFacts): number {
  const widestMs = Math.max(USUAL_POLL_MS, waitedMs * SHARE_OF_WAIT);
  const grownMs = Math.max(lastMs * GROWTH, requests > 1 ? requests * QUICK_REQUEST_MS : 0);
  return Math.min(grownMs, widestMs, seldomMs(destinations, requests));
}

/** The longest pause: also that between two readings of a list that does not show what is looked for. */
function seldomMs(destinations: number, requests: number): number {
  return Math.max(USUAL_POLL_MS, REQUEST_MS * Math.max(1, destinations) * Math.max(1, requests));
}

/** As it is waited for. */
export const drawnPollMs = spreadMs;
