/**
 * Looks for uploads whose answer was lost, at the times of poll-schedule.ts: first where the service kept the upload itself,
 * then in the list of its destination. These times are stored: a run that ends early leaves the rest to the next one. What a
 * look means is for outcome-check.ts.
 */
import { type Destination, destinationKey } from '../common/ports.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import { nextRecheckMs } from './poll-schedule.ts';
import { listProjectFiles } from '../common/list-project-files.ts';
import { makeClaims, type Stage, type Step, wallTimeMs } from '../common/stage.ts';
import { denialOf, judgedFrom, lastNotedMs, waitedUntil } from './search-upload.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { makeOutcomeCheck, type ListLook, type OutcomeCheckPorts } from './outcome-check.ts';
import { chanceOf } from '../../platform/waiting.ts';

const CONCURRENCY = 2;
/** A single pass waits this long for a lost answer. Then the next run continues the search. */
const PATIENCE_MS = 30 * SECOND_MS;
const AFTER_FAULT_MS = MINUTE_MS;
const MOST_FAULTS = 5; // in one run and destination: a list that is refused this often stays refused
/** A run that goes on: what evidence cannot decide is looked at again once a day, */
const AGAIN_MS = DAY_MS;
/** but once an hour where evidence would send the file again, */
const PROOF_AGAIN_MS = HOUR_MS;
/** and refused lists are asked for again, all of them together at most ten times an hour. */
const REFUSED_AGAIN_MS = 6 * MINUTE_MS;

export type ConfirmPorts = OutcomeCheckPorts & { readonly gate: ServiceGate };

export function makeConfirmStage(ports: ConfirmPorts): Stage {
  const { state, gate, clock, times } = ports;
  const outcomeCheck = makeOutcomeCheck(ports);
  const tellGate = (fault: ServiceFault): void => gate.failed(fault);
  const claims = makeClaims<string>();
  /** Jobs whose search is over and which were checked once more in this run: when that was, on the steady clock. */
  const lookedAgain = new Map<string, number>();
  const faults = new Map<string, { readonly count: number; readonly untilMs: number }>();

  /** Open jobs by destination, with the time of the destination's next search; `Infinity`: not in this run. */
  function openDestinations(): readonly OpenDestination[] {
    const destinations = new Map<string, OpenDestination>();
    for (const job of state.uploads.withOutcome('unknown')) {
      const key = destinationKey(job);
      const before = destinations.get(key);
      destinations.set(key, {
        key,
        destination: { projectId: job.projectId, visibility: job.visibility },
        jobs: [...(before?.jobs ?? []), job],
        nextAtMs: Math.min(before?.nextAtMs ?? Infinity, nextLookOf(job)),
      });
    }
    return [...destinations.values()];
  }

  function nextLookOf(job: UploadJobRow): number {
    const fault = faults.get(destinationKey(job));
    if (fault !== undefined) return fault.count < MOST_FAULTS ? fault.untilMs : Infinity;
    const sinceMs = job.unknownSinceMs ?? job.createdAtMs;
    const untilMs = judgedFrom(job, state);
    const since = { sinceMs, isDenied: denialOf(job) !== null };
    const next = nextRecheckMs(since, job.lookedAtMs, untilMs, chanceOf(job.id));
    if (next !== null) return times.monotonicMs(job.id, lastNotedMs(job, state), next);
    const lookedAtMs = lookedAgain.get(job.id);
    if (lookedAtMs === undefined) return clock.monotonicMs();
    if (!outcomeCheck.mayBeSentAgain(job)) return Infinity;
    // What was not proven at that look, such as the wait itself or the charges of other files, may be by then.
    const provenFromMs = outcomeCheck.provenFromMs(job);
    return lookedAtMs < provenFromMs ? provenFromMs : lookedAtMs + PROOF_AGAIN_MS;
  }

  async function look(
    { key, destination, jobs }: OpenDestination,
    signal: AbortSignal,
  ): Promise<Step> {
    let isNews = false;
    const left: UploadJobRow[] = [];
    for (const job of jobs) {
      if (!gate.isPassing()) break; // one of them received a request to wait
      if (await outcomeCheck.askItself(job, tellGate, signal)) isNews = true;
      else left.push(job);
    }
    if (left.length === 0) return isNews ? 'advanced' : 'waiting';
    if (!gate.isPassing()) return isNews ? 'advanced' : 'waiting';
    const begunMonotonicMs = clock.monotonicMs();
    const outages: ServiceFault[] = [];
    const onFault = (fault: ServiceFault): void => {
      tellGate(fault);
      if (concernsEverything(fault)) outages.push(fault);
    };
    // The whole list is read: a second match would make the first one doubtful.
    const read = await listProjectFiles(
      { ...ports, waitsFor: gate.waitsFor },
      destination,
      () => false,
      signal,
    );
    if (!read.ok) {
      fail(key, read.fault);
      if (concernsEverything(read.fault)) return isNews ? 'advanced' : 'waiting';
    } else {
      gate.succeeded();
      faults.delete(key);
    }
    let isDecided = false;
    const list = read.ok ? read.value : null;
    const looked = { list, begunMonotonicMs: list?.begunMonotonicMs ?? begunMonotonicMs };
    async function judge(job: UploadJobRow, from: ListLook): Promise<boolean> {
      const begunAtMs = times.at(job.id, lastNotedMs(job, state), from.begunMonotonicMs);
      if (read.ok && begunAtMs >= judgedFrom(job, state))
        lookedAgain.set(job.id, clock.monotonicMs());
      // What a list fails to show now it may show in a while: nobody is asked before long.
      const isFailing = !read.ok && read.fault.kind === 'unavailable' && denialOf(job) === null;
      if (isFailing && waitedUntil(begunAtMs, job, state) !== 'late-list-wait') return false;
      return await outcomeCheck.judge(job, from, onFault, signal);
    }
    // A record that turned out to be one upload's is none that another may be: the others are judged without it.
    for (let open = left; ;) {
      const undecided: UploadJobRow[] = [];
      const from = { ...looked };
      for (const job of open) if (!(await judge(job, from))) undecided.push(job);
      if (undecided.length < open.length) isDecided = true;
      if (undecided.length === open.length || undecided.length === 0) break;
      open = undecided;
    }
    // A refused list decides about denied uploads: those that were denied later are looked at in their turn, not a minute later.
    if (isDecided) faults.delete(key);
    // The list was read, and something else was not: not read again at once.
    if (read.ok && outages.length > 0)
      faults.set(key, { count: 0, untilMs: clock.monotonicMs() + AFTER_FAULT_MS });
    return isNews || isDecided ? 'advanced' : 'waiting';
  }

  function fail(key: string, fault: ServiceFault): void {
    gate.failed(fault);
    if (concernsEverything(fault)) return; // the circuit breaker decides when requests go on
    const count = (faults.get(key)?.count ?? 0) + 1;
    faults.set(key, { count, untilMs: clock.monotonicMs() + AFTER_FAULT_MS });
  }

  /** Future searches of destinations that nobody is working on. */
  function looksAhead(): readonly OpenDestination[] {
    const nowMs = clock.monotonicMs();
    return openDestinations().filter(
      ({ key, nextAtMs }) => nextAtMs > nowMs && nextAtMs < Infinity && !claims.has(key),
    );
  }

  function isPatient({ jobs, nextAtMs }: OpenDestination): boolean {
    return jobs.some((job) => nextAtMs <= outcomeCheck.knownSinceMs(job) + PATIENCE_MS);
  }

  function wallTimeOf(destinations: readonly OpenDestination[]): number | null {
    const atMs = soonest(destinations);
    return atMs === null ? null : wallTimeMs(atMs, clock);
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      if (!gate.isPassing()) return [];
      const due = openDestinations().filter(
        ({ key, nextAtMs }) => nextAtMs <= clock.monotonicMs() && !claims.has(key),
      );
      return due
        .slice(0, limit)
        .map((open) => (signal) => claims.during(open.key, () => look(open, signal)));
    },
    nextDueMs() {
      const passesAtMs = gate.passesAtMs();
      if (passesAtMs !== null) return openDestinations().length > 0 ? passesAtMs : null;
      if (gate.tripped() !== null) return null;
      return wallTimeOf(looksAhead().filter(isPatient));
    },
    nextRecheckMs: () => (gate.isPassing() ? wallTimeOf(looksAhead()) : null),
    renew(by) {
      const nowMs = clock.monotonicMs();
      for (const [id, atMs] of lookedAgain) {
        if (by === 'person' || nowMs - atMs >= AGAIN_MS) lookedAgain.delete(id);
      }
      const refusedAgainMs = REFUSED_AGAIN_MS * faults.size;
      for (const [key, { count, untilMs }] of faults) {
        if (by === 'person') faults.delete(key);
        else if (count >= MOST_FAULTS && nowMs - untilMs >= refusedAgainMs) {
          faults.set(key, { count: MOST_FAULTS - 1, untilMs: nowMs }); // one more try
        }
      }
    },
  };
}

interface OpenDestination {
  readonly key: string;
  readonly destination: Destination;
  readonly jobs: readonly UploadJobRow[];
  /** On the steady clock. */
  readonly nextAtMs: number;
}

function soonest(destinations: readonly OpenDestination[]): number | null {
  return destinations.length === 0
    ? null
    : Math.min(...destinations.map(({ nextAtMs }) => nextAtMs));
}
