/**
 * Looks for uploads whose answer was lost: first where the service kept the upload itself, then in the list of its
 * place, at the times of look-times.ts. They are stored times: a run that ends early leaves the rest to the next one.
 * It never sends anything anew, and what it cannot prove stays for a person.
 */
import { assertNever } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/time.ts';
import type { UploadJobRow } from '../state/upload-repository.ts';
import { makeClaims } from './claims.ts';
import type { FileDesk } from './file-desk.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { judgedFromMs, nextLookMs } from './look-times.ts';
import type { LostAnswers, Place } from './ports.ts';
import { readPlace, type DatedReading, type PlacePorts } from './read-place.ts';
import type { Reconciliation } from './reconcile.ts';
import { refusedState } from './refusal.ts';
import type { Lane, Step } from './run-lanes.ts';
import { searchUpload, sendingTime, sourceOf, type SearchPorts } from './search-upload.ts';
import { concernsEverything } from './service-gate.ts';
import { keepFinding, settleAsRecorded } from './settle-upload.ts';

const CONCURRENCY = 2;
/** So long a single pass stays for a lost answer; then the file rests, and the next run goes on with the looks. */
const PATIENCE_MS = 30 * SECOND_MS;
const AFTER_FAULT_MS = MINUTE_MS;
const MOST_FAULTS = 5; // in one run and place: a list that is refused so often is refused

export type ConfirmPorts = PlacePorts &
  SearchPorts & {
    readonly desk: FileDesk;
    readonly lostAnswers: LostAnswers;
    readonly gatekeeper: Gatekeeper;
  };

export function makeConfirmLane(ports: ConfirmPorts): Lane {
  const { state, desk, lostAnswers, gatekeeper, clock } = ports;
  const tellGate = (fault: ServiceFault): void => gatekeeper.failed(fault);
  const claims = makeClaims<string>();
  /** When this run first knew of a lost answer, by job. */
  const knownSinceMs = new Map<string, number>();
  /** Jobs whose search is over and which were looked at once more in this run. */
  const lookedAgain = new Set<string>();
  const faults = new Map<string, { readonly count: number; readonly untilMs: number }>();

  /** Jobs to look for, by place, with the time of the place's next look; `Infinity`: not in this run. */
  function openPlaces(): readonly OpenPlace[] {
    const places = new Map<string, OpenPlace>();
    for (const job of state.uploads.withOutcome('unknown')) {
      if (!knownSinceMs.has(job.id)) knownSinceMs.set(job.id, clock.nowMs());
      const key = keyOf(job);
      const before = places.get(key);
      places.set(key, {
        key,
        place: { projectId: job.projectId, visibility: job.visibility },
        jobs: [...(before?.jobs ?? []), job],
        nextAtMs: Math.min(before?.nextAtMs ?? Infinity, nextLookOf(job)),
      });
    }
    return [...places.values()];
  }

  function nextLookOf(job: UploadJobRow): number {
    const fault = faults.get(keyOf(job));
    if (fault !== undefined) return fault.count < MOST_FAULTS ? fault.untilMs : Infinity;
    const sinceMs = job.unknownSinceMs ?? job.createdAtMs;
    const untilMs = judgedFromMs(sendingTime(job, state));
    const next = nextLookMs(sinceMs, job.lookedAtMs, untilMs);
    if (next !== null) return next;
    return lookedAgain.has(job.id) ? Infinity : clock.nowMs();
  }

  async function look({ key, place, jobs }: OpenPlace, signal: AbortSignal): Promise<Step> {
    let isNews = false;
    const left: UploadJobRow[] = [];
    for (const job of jobs) {
      if (await askItself(job, signal)) isNews = true;
      else left.push(job);
    }
    if (left.length === 0) return 'advanced';
    // The whole list is read: a second match would make the first one doubtful.
    const read = await readPlace(ports, place, () => false, signal);
    if (!read.ok) {
      fail(key, read.fault);
      return isNews ? 'advanced' : 'waiting';
    }
    gatekeeper.succeeded();
    faults.delete(key);
    for (const job of left) if (await search(job, read.value, signal)) isNews = true;
    return isNews ? 'advanced' : 'waiting';
  }

  function fail(key: string, fault: ServiceFault): void {
    gatekeeper.failed(fault);
    if (concernsEverything(fault)) return; // the gate says when it goes on
    const count = (faults.get(key)?.count ?? 0) + 1;
    faults.set(key, { count, untilMs: clock.nowMs() + AFTER_FAULT_MS });
  }

  /** Asks the upload's own address, which knows better than any list. True when that ended the search. */
  async function askItself(job: UploadJobRow, signal: AbortSignal): Promise<boolean> {
    const outcome = await lostAnswers.settle(job, sourceOf(job, ports), signal);
    if (outcome?.kind !== 'recorded' && outcome?.kind !== 'refused') return false;
    state.transaction(() => {
      if (outcome.kind === 'recorded') {
        return settleAsRecorded(ports, job, { fileId: outcome.fileId, status: 'Pending' }, null);
      }
      state.uploads.end(job.id, 'refused', null, clock.nowMs());
      const row = state.files.get(job.fileId);
      if (row?.state === 'confirming') {
        desk.move(desk.move(row, 'ready'), ...refusedState(outcome.fault));
      }
    });
    return true;
  }

  /** True when the upload was found. */
  async function search(
    job: UploadJobRow,
    reading: DatedReading,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isOver = reading.begunAtMs >= judgedFromMs(sendingTime(job, state));
    const found = await searchUpload(job, reading, ports, tellGate, signal);
    if (isOver) lookedAgain.add(job.id);
    return state.transaction(() => carryOut(job, found, reading.begunAtMs));
  }

  function carryOut(job: UploadJobRow, found: Reconciliation, lookedAtMs: number): boolean {
    // A person may have decided while the list was read.
    if (state.uploads.get(job.id)?.outcome !== 'unknown') return false;
    switch (found.kind) {
      case 'found':
        settleAsRecorded(ports, job, found.file, found.by);
        return true;
      case 'looking':
      case 'several':
      case 'absent':
      case 'cannot-tell':
        keepFinding(ports, job, found, lookedAtMs);
        return false;
      default:
        return assertNever(found);
    }
  }

  /** Free places' next looks that lie ahead. */
  function looksAhead(): readonly OpenPlace[] {
    const nowMs = clock.nowMs();
    return openPlaces().filter(
      ({ key, nextAtMs }) => nextAtMs > nowMs && nextAtMs < Infinity && !claims.has(key),
    );
  }

  function isPatient({ jobs, nextAtMs }: OpenPlace): boolean {
    return jobs.some((job) => nextAtMs <= (knownSinceMs.get(job.id) ?? 0) + PATIENCE_MS);
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      if (!gatekeeper.isOpen()) return [];
      const due = openPlaces().filter(
        ({ key, nextAtMs }) => nextAtMs <= clock.nowMs() && !claims.has(key),
      );
      return due
        .slice(0, limit)
        .map((open) => (signal) => claims.during(open.key, () => look(open, signal)));
    },
    nextDueMs() {
      const opensAtMs = gatekeeper.opensAtMs();
      if (opensAtMs !== null) return openPlaces().length > 0 ? opensAtMs : null;
      if (gatekeeper.closed() !== null) return null;
      return soonest(looksAhead().filter(isPatient));
    },
    nextLookMs: () => (gatekeeper.isOpen() ? soonest(looksAhead()) : null),
    renew() {
      lookedAgain.clear();
      faults.clear();
    },
  };
}

interface OpenPlace {
  readonly key: string;
  readonly place: Place;
  readonly jobs: readonly UploadJobRow[];
  readonly nextAtMs: number;
}

function soonest(places: readonly OpenPlace[]): number | null {
  return places.length === 0 ? null : Math.min(...places.map(({ nextAtMs }) => nextAtMs));
}

function keyOf({ projectId, visibility }: Place): string {
  return `${visibility} ${projectId}`;
}
