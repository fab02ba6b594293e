/**
 * One search for one upload whose answer was lost, and what follows from it. The stage searches on schedule, a person
 * on demand; the same evidence gives the same conclusion.
 */
import type { ChargeEvidence } from '../../../src-shared/model/files/file-view.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { CLOCK_SLACK_MS } from '../../../src-shared/model/money/match-charges.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS, startOfUtcDayMs } from '../../../src-shared/model/text/time.ts';
import type { NotedTimes } from '../../platform/noted-time.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import type { ChargeHistory, LostAnswers } from '../common/ports.ts';
import type { DatedReading, ListPorts } from './list-project-files.ts';
import type { Reconciliation } from './reconcile.ts';
import { refusedState } from '../common/refusal.ts';
import {
  judgedFrom,
  lastNotedMs,
  receivedFor,
  searchUpload,
  sendingTime,
  sourceOf,
  wasNotCarriedOut,
  type SearchPorts,
} from './search-upload.ts';
import { judgedFromMs } from './poll-schedule.ts';
import { keepFinding, applyRecorded, sendAgain } from './apply-outcome.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';

export type OutcomeCheckPorts = ListPorts &
  SearchPorts & {
    readonly transitions: FileTransitions;
    readonly lostAnswers: LostAnswers;
    readonly charges: ChargeHistory;
    /** A person's setting: what is neither recorded nor charged is sent again without asking. */
    readonly sendsAgain: () => boolean;
    /** For the whole process, by the jobs' ids. */
    readonly times: NotedTimes;
  };

const NOTICED_MS = SECOND_MS; // between the end of a connection and the stage's next turn

type Absent = Extract<Reconciliation, { kind: 'absent' }>;

export type OutcomeCheck = ReturnType<typeof makeOutcomeCheck>;

export function makeOutcomeCheck(ports: OutcomeCheckPorts) {
  const { state, transitions, lostAnswers, charges, clock, times } = ports;
  /** One reading of the history is enough for all uploads that one list does not show. */
  const histories = new WeakMap<DatedReading, Promise<ServiceFault | null>>();

  /**
   * Asks the upload's own address, which is more reliable than any list. True when that ended the search; `onFault` is
   * called when the service asked all clients to wait instead.
   */
  async function askItself(
    job: UploadJobRow,
    onFault: (fault: ServiceFault) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    const outcome = await lostAnswers.settle(job, sourceOf(job, ports), signal);
    if (outcome?.kind === 'unknown' && outcome.fault !== undefined) onFault(outcome.fault);
    if (outcome?.kind !== 'recorded' && outcome?.kind !== 'refused') return false;
    state.transaction(() => {
      if (!takesEvidence(job)) return;
      if (outcome.kind === 'recorded') {
        return applyRecorded(ports, job, { fileId: outcome.fileId, status: 'Pending' }, null);
      }
      const wasOpen = isOpen(job);
      state.uploads.move(job.id, { type: 'refused' });
      const row = state.files.get(job.fileId);
      if (wasOpen && row?.state === 'confirming') {
        transitions.move(transitions.move(row, 'ready'), ...refusedState(outcome.fault));
      }
      transitions.decideDuplicates(job.contentId, []); // they may now be tried themselves
    });
    return true;
  }

  /**
   * Searches one reading of the destination; `onFault` is called for requests that failed. True when that ended the
   * search. `waitedMs`: for how long this process has known that the answer is lost, by the steady clock; 0 when a person
   * asks.
   */
  async function searchIn(
    reading: DatedReading,
    job: UploadJobRow,
    onFault: (fault: ServiceFault) => void,
    signal: AbortSignal,
    waitedMs = 0,
  ): Promise<boolean> {
    const begunAtMs = times.at(job.id, lastNotedMs(job, state), reading.begunMonotonicMs);
    const searched = { begunAtMs, judgedFromMs: judgedFrom(job, state) };
    const found = await searchUpload(job, reading, searched, ports, onFault, signal);
    if (found.kind !== 'absent' || wasNotCarriedOut(job)) {
      return state.transaction(
        () => takesEvidence(job) && carryOut(job, found, begunAtMs, waitedMs),
      );
    }
    const fault = await readHistory(reading, signal);
    if (fault !== null) onFault(fault);
    if (fault !== null && concernsEverything(fault)) return false; // the next search asks again
    const charge = fault === null ? chargeSince(job.createdAtMs - CLOCK_SLACK_MS) : 'not-told';
    return state.transaction(
      () => takesEvidence(job) && carryOut(job, { kind: 'absent', charge }, begunAtMs, waitedMs),
    );
  }

  /** The list of the destination was refused to us. Once absence could be judged, nothing more can be found out there. */
  function listRefused(job: UploadJobRow, begunMonotonicMs: number): void {
    const begunAtMs = times.at(job.id, lastNotedMs(job, state), begunMonotonicMs);
    if (begunAtMs < judgedFrom(job, state)) return;
    const finding = { kind: 'cannot-tell', why: 'list-refused' } as const;
    state.transaction(() => takesEvidence(job) && carryOut(job, finding, begunAtMs, 0));
  }

  function readHistory(reading: DatedReading, signal: AbortSignal): Promise<ServiceFault | null> {
    const known = histories.get(reading);
    if (known !== undefined) return known;
    const [oldest] = state.uploads.withOutcome('unknown'); // one of them asks
    const read = charges.refresh(oldest?.createdAtMs ?? clock.nowMs(), signal);
    histories.set(reading, read);
    return read;
  }

  function chargeSince(fromMs: number): ChargeEvidence {
    return charges.evidence(fromMs, clock.nowMs());
  }

  /**
   * Nothing is left to find out: no record, no address, and every charge of its day is accounted for. Once for each
   * content and destination, so that a service that keeps failing costs at most one more upload. The wall clock may have
   * been set while the program was away: without a person only a wait by the steady clock counts.
   */
  function isProvenAbsent(job: UploadJobRow, { charge }: Absent, waitedMs: number): boolean {
    return (
      charge === 'none' &&
      waitedMs + NOTICED_MS >= wantedWaitMs(job) &&
      chargeSince(startOfUtcDayMs(job.createdAtMs)) === 'none'
    );
  }

  /** For how long a process must have known of a lost answer before it sends the file again without a person. */
  function wantedWaitMs(job: UploadJobRow): number {
    const { sendingMs } = sendingTime(job, state);
    return judgedFromMs({ endedAtMs: 0, sendingMs });
  }

  /** Whether it is sent again without a person once it is proven absent. */
  function waitsForProof(job: UploadJobRow): boolean {
    return (
      ports.sendsAgain() &&
      state.files.get(job.fileId)?.hold !== 'kept_unknown' &&
      state.uploads.resumable(job.id) === null &&
      !state.uploads.wasSentAgainByEvidence(job) &&
      isOpen(job)
    );
  }

  function carryOut(
    job: UploadJobRow,
    found: Reconciliation,
    lookedAtMs: number,
    waitedMs: number,
  ): boolean {
    switch (found.kind) {
      case 'found':
        applyRecorded(ports, job, found.file, found.by);
        return true;
      case 'absent': {
        if (!isOpen(job)) return false;
        if (wasNotCarriedOut(job)) return notCarriedOut(job);
        keepFinding(ports, job, found, lookedAtMs);
        if (!waitsForProof(job) || !isProvenAbsent(job, found, waitedMs)) return false;
        sendAgain(ports, job, 'evidence');
        return true;
      }
      case 'looking':
      case 'several':
      case 'cannot-tell':
        if (isOpen(job)) keepFinding(ports, job, found, lookedAtMs);
        return false;
      default:
        return assertNever(found);
    }
  }

  /** It was not recorded, and the file may be sent again. */
  function notCarriedOut(job: UploadJobRow): true {
    state.uploads.move(job.id, { type: 'refused' });
    const row = state.files.get(job.fileId);
    const received = receivedFor(job);
    const status = received?.kind === 'answer' ? received.status : 0;
    if (row?.state === 'confirming') {
      const message = writeWaitNote({ waits: 'not-carried-out', status });
      transitions.move(transitions.move(row, 'ready'), 'held', { hold: 'server', message });
    }
    transitions.decideDuplicates(job.contentId, []);
    return true;
  }

  /** False when a person decided while the service was asked. */
  function isOpen(job: UploadJobRow): boolean {
    return state.uploads.get(job.id)?.outcome === 'unknown';
  }

  /** Evidence also counts when a person had the content sent again while the service was asked. */
  function takesEvidence(job: UploadJobRow): boolean {
    const outcome = state.uploads.get(job.id)?.outcome;
    return outcome === 'unknown' || outcome === 'given-up';
  }

  return { askItself, searchIn, listRefused, wantedWaitMs, waitsForProof };
}
