/**
 * Looks for uploads whose answer was lost: first where the service kept the upload itself, then in the list of its
 * place, at the times of look-times.ts. They are stored times: a run that ends early leaves the rest to the next one.
 * It never sends anything anew, and what it cannot prove stays for a person.
 */
import { placeKey } from '../common/place-key.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { makeClaims } from '../common/claims.ts';
import type { Gatekeeper } from '../common/service-breaker.ts';
import { judgedFromMs, nextLookMs } from './poll-schedule.ts';
import type { Place } from '../common/ports.ts';
import { readPlace } from './list-project-files.ts';
import type { Lane, Step } from '../common/stage.ts';
import { lastNotedMs, sendingTime } from './search-upload.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { makeUploadLooker, type LookerPorts } from './lost-answer.ts';
import { wallTimeMs } from '../common/wall-time.ts';

const CONCURRENCY = 2;
/** So long a single pass stays for a lost answer; then the file rests, and the next run goes on with the looks. */
const PATIENCE_MS = 30 * SECOND_MS;
const AFTER_FAULT_MS = MINUTE_MS;
const MOST_FAULTS = 5; // in one run and place: a list that is refused so often is refused

export type ConfirmPorts = LookerPorts & { readonly gatekeeper: Gatekeeper };

export function makeConfirmLane(ports: ConfirmPorts): Lane {
  const { state, gatekeeper, clock, times } = ports;
  const looker = makeUploadLooker(ports);
  const tellGate = (fault: ServiceFault): void => gatekeeper.failed(fault);
  const claims = makeClaims<string>();
  /** When this run first knew of a lost answer, by job. All times here are those of the steady clock. */
  const knownSinceMs = new Map<string, number>();
  /** Jobs whose search is over and which were looked at once more in this run. */
  const lookedAgain = new Set<string>();
  const faults = new Map<string, { readonly count: number; readonly untilMs: number }>();

  /** Jobs to look for, by place, with the time of the place's next look; `Infinity`: not in this run. */
  function openPlaces(): readonly OpenPlace[] {
    const places = new Map<string, OpenPlace>();
    for (const job of state.uploads.withOutcome('unknown')) {
      if (!knownSinceMs.has(job.id)) knownSinceMs.set(job.id, clock.monotonicMs());
      const key = placeKey(job);
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
    const fault = faults.get(placeKey(job));
    if (fault !== undefined) return fault.count < MOST_FAULTS ? fault.untilMs : Infinity;
    const sinceMs = job.unknownSinceMs ?? job.createdAtMs;
    const untilMs = judgedFromMs(sendingTime(job, state));
    const next = nextLookMs(sinceMs, job.lookedAtMs, untilMs);
    if (next !== null) return times.monotonicMs(job.id, lastNotedMs(job, state), next);
    return lookedAgain.has(job.id) ? Infinity : clock.monotonicMs();
  }

  async function look({ key, place, jobs }: OpenPlace, signal: AbortSignal): Promise<Step> {
    let isNews = false;
    const left: UploadJobRow[] = [];
    for (const job of jobs) {
      if (!gatekeeper.isOpen()) break; // one of them was told that everybody is to wait
      if (await looker.askItself(job, tellGate, signal)) isNews = true;
      else left.push(job);
    }
    if (left.length === 0) return isNews ? 'advanced' : 'waiting';
    if (!gatekeeper.isOpen()) return isNews ? 'advanced' : 'waiting';
    // The whole list is read: a second match would make the first one doubtful.
    const read = await readPlace(
      { ...ports, waitsFor: gatekeeper.waitsFor },
      place,
      () => false,
      signal,
    );
    if (!read.ok) {
      fail(key, read.fault);
      return isNews ? 'advanced' : 'waiting';
    }
    gatekeeper.succeeded();
    faults.delete(key);
    for (const job of left) {
      const begunAtMs = times.at(job.id, lastNotedMs(job, state), read.value.begunMonotonicMs);
      if (begunAtMs >= judgedFromMs(sendingTime(job, state))) lookedAgain.add(job.id);
      if (await looker.searchIn(read.value, job, tellGate, signal)) isNews = true;
    }
    return isNews ? 'advanced' : 'waiting';
  }

  function fail(key: string, fault: ServiceFault): void {
    gatekeeper.failed(fault);
    if (concernsEverything(fault)) return; // the gate says when it goes on
    const count = (faults.get(key)?.count ?? 0) + 1;
    faults.set(key, { count, untilMs: clock.monotonicMs() + AFTER_FAULT_MS });
  }

  /** Free places' next looks that lie ahead. */
  function looksAhead(): readonly OpenPlace[] {
    const nowMs = clock.monotonicMs();
    return openPlaces().filter(
      ({ key, nextAtMs }) => nextAtMs > nowMs && nextAtMs < Infinity && !claims.has(key),
    );
  }

  function isPatient({ jobs, nextAtMs }: OpenPlace): boolean {
    return jobs.some((job) => nextAtMs <= (knownSinceMs.get(job.id) ?? 0) + PATIENCE_MS);
  }

  function wallTimeOf(places: readonly OpenPlace[]): number | null {
    const atMs = soonest(places);
    return atMs === null ? null : wallTimeMs(atMs, clock);
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      if (!gatekeeper.isOpen()) return [];
      const due = openPlaces().filter(
        ({ key, nextAtMs }) => nextAtMs <= clock.monotonicMs() && !claims.has(key),
      );
      return due
        .slice(0, limit)
        .map((open) => (signal) => claims.during(open.key, () => look(open, signal)));
    },
    nextDueMs() {
      const opensAtMs = gatekeeper.opensAtMs();
      if (opensAtMs !== null) return openPlaces().length > 0 ? opensAtMs : null;
      if (gatekeeper.closed() !== null) return null;
      return wallTimeOf(looksAhead().filter(isPatient));
    },
    nextLookMs: () => (gatekeeper.isOpen() ? wallTimeOf(looksAhead()) : null),
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
  /** On the steady clock. */
  readonly nextAtMs: number;
}

function soonest(places: readonly OpenPlace[]): number | null {
  return places.length === 0 ? null : Math.min(...places.map(({ nextAtMs }) => nextAtMs));
}
