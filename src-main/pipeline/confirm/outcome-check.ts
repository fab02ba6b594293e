/**
 * One search for one upload whose answer was lost, and what follows from it. The stage searches on schedule, a person
 * on demand; the same evidence gives the same conclusion.
 */
import type {
  ChargeEvidence,
  Denial,
  UploadFinding,
} from '../../../src-shared/model/files/file-view.ts';
import { denialIn } from '../../../src-shared/model/files/upload-evidence.ts';
import { bothCharges } from '../../../src-shared/model/money/charge-evidence.ts';
import { CLOCK_SLACK_MS } from '../../../src-shared/model/money/match-charges.ts';
import { leastCredits } from '../../../src-shared/model/money/price.ts';
import { assertNever, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS, startOfUtcDayMs } from '../../../src-shared/model/text/time.ts';
import type { NotedTimes } from '../../platform/noted-time.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import type { ChargeHistory, LostAnswers } from '../common/ports.ts';
import type { DatedReading, ListPorts } from '../common/list-project-files.ts';
import type { Reconciliation } from './reconcile.ts';
import { stateAfterDenial, unreachedFault } from '../common/refusal.ts';
import { readBalanceEvidence, type BalanceEvidence } from './balance-evidence.ts';
import {
  denialJudgedFrom,
  denialOf,
  findingOf,
  isSeenCharged,
  judgedFrom,
  lastNotedMs,
  searchUpload,
  sendingTime,
  sourceOf,
  wasConfirmed,
  type SearchPorts,
} from './search-upload.ts';
import { judgedFromMs } from './poll-schedule.ts';
import { keepFinding, applyRecorded, sendAgain } from './apply-outcome.ts';
import { identityKey } from '../../platform/disk/file-identity.ts';
import type { FileTree } from '../scan/file-tree.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';

export type OutcomeCheckPorts = ListPorts &
  SearchPorts & {
    readonly transitions: FileTransitions;
    readonly lostAnswers: LostAnswers;
    readonly charges: ChargeHistory;
    /** A person's setting: what is neither recorded nor charged is sent again without asking. */
    readonly sendsAgain: () => boolean;
    readonly fileTree: Pick<FileTree, 'identify'>;
    /** For the whole process, by the jobs' ids. */
    readonly times: NotedTimes;
    /** Within the transaction: a denied upload was neither recorded nor charged, and its row is decided. */
    readonly onDenialConfirmed?: (job: UploadJobRow, denial: Denial) => void;
  };

/** The history's fault, and what the balance says. */
type ChargeReading = readonly [ServiceFault | null, Result<BalanceEvidence, ServiceFault>];

const NOTICED_MS = SECOND_MS; // between the end of a connection and the stage's next turn

type Absent = Extract<Reconciliation, { kind: 'absent' }>;

export function makeOutcomeCheck(ports: OutcomeCheckPorts) {
  const { state, transitions, lostAnswers, charges, fileTree, times } = ports;
  /** One reading of history and balance is enough for all uploads that one list does not show. */
  const charged = new WeakMap<object, Promise<ChargeReading>>();

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
    if (outcome?.kind === 'unknown') {
      if (outcome.fault !== undefined) onFault(outcome.fault);
      const { received = null } = outcome;
      if (received !== null && denialIn(received) !== null) {
        state.uploads.noteReceived(job.id, received);
      }
    }
    if (outcome?.kind !== 'recorded') return false;
    state.transaction(() => {
      if (!takesEvidence(job)) return;
      applyRecorded(ports, job, { fileId: outcome.fileId, status: 'Pending' }, null);
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
    const denial = denialOf(job);
    const searched = {
      begunAtMs,
      judgedFromMs: denial === null ? judgedFrom(job, state) : denialJudgedFrom(job, state),
    };
    const found = await searchUpload(job, reading, searched, ports, onFault, signal);
    const isAbsent = found.kind === 'absent';
    const isUnlisted = isAbsent && wasConfirmed(job);
    const asksCharges =
      (isAbsent && !isUnlisted) || (denial !== null && found.kind === 'cannot-tell');
    const charge = asksCharges ? await chargeFor(job, reading, onFault, signal) : 'not-told';
    if (charge === null) return false; // the next search asks again
    const mayBeSent = isAbsent && waitsForProof(job) && (await isAsSent(job, signal));
    return state.transaction(() => {
      if (!takesEvidence(job)) return false;
      const isPastWait = begunAtMs >= judgedFrom(job, state);
      if (denial !== null && charge === 'none' && isOpen(job)) {
        // The longer wait makes up for a list that tells nothing, and for a charge that may be too small to show.
        const isTold = isAbsent && costsSomething(job);
        if (isTold || (isPastWait && (isAbsent || isMute(found)))) {
          return confirmDenial(job, denial);
        }
      }
      const before = findingOf(job);
      const wasCharged = isSeenCharged(job);
      const isTooEarly = !isPastWait && (isAbsent || found.kind === 'cannot-tell');
      // A charge seen for the first time prolongs the search.
      const isNewCharge =
        isAbsent && charge === 'unexplained' && before.kind === 'looking' && !wasCharged;
      if (found.kind === 'looking' || isTooEarly || isNewCharge) {
        const isCharged = charge === 'unexplained' || wasCharged;
        const looking = isCharged ? ({ isCharged } as const) : {};
        return carryOut(job, { kind: 'looking', ...looking }, begunAtMs, waitedMs);
      }
      if (isUnlisted) return carryOut(job, { kind: 'unlisted' }, begunAtMs, waitedMs);
      const judged = isAbsent ? ({ kind: 'absent', charge } as const) : found;
      return carryOut(job, judged, begunAtMs, waitedMs, mayBeSent);
    });
  }

  /** The list of the destination was refused to us. Once absence could be judged, nothing more can be found out there. */
  async function listRefused(
    job: UploadJobRow,
    reading: object,
    begunMonotonicMs: number,
    onFault: (fault: ServiceFault) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    const begunAtMs = times.at(job.id, lastNotedMs(job, state), begunMonotonicMs);
    if (begunAtMs < judgedFrom(job, state)) return false;
    const denial = denialOf(job);
    const charge = denial === null ? 'not-told' : await chargeFor(job, reading, onFault, signal);
    if (charge === null) return false;
    const finding = { kind: 'cannot-tell', why: 'list-refused' } as const;
    return state.transaction(() => {
      if (!takesEvidence(job)) return false;
      if (denial !== null && charge === 'none' && isOpen(job)) return confirmDenial(job, denial);
      return carryOut(job, finding, begunAtMs, 0);
    });
  }

  /** What history and balance say, read once for all uploads of one `reading`; null: ask again later. */
  async function chargeFor(
    job: UploadJobRow,
    reading: object,
    onFault: (fault: ServiceFault) => void,
    signal: AbortSignal,
  ): Promise<ChargeEvidence | null> {
    let read = charged.get(reading);
    if (read === undefined) {
      const [oldest] = state.uploads.withOutcome('unknown'); // one of them asks
      const sinceMs = oldest?.createdAtMs ?? state.bookNowMs();
      read = Promise.all([charges.refresh(sinceMs, signal), readBalanceEvidence(ports, signal)]);
      charged.set(reading, read);
    }
    const [historyFault, balance] = await read;
    const faults = [historyFault, balance.ok ? null : balance.fault].filter(
      (fault) => fault !== null,
    );
    for (const fault of faults) onFault(fault);
    if (faults.some(concernsEverything)) return null;
    const history = (slackMs: number) =>
      historyFault === null ? chargeSince(job.createdAtMs - slackMs) : ('not-told' as const);
    const beforeMs = state.balances.get('quiet')?.askedAtMs ?? job.createdAtMs;
    const wereAdded = () => charges.wereAdded(Math.min(beforeMs, job.createdAtMs) - CLOCK_SLACK_MS);
    return bothCharges(history, wereAdded, balance.ok ? balance.value(job.id) : 'not-told');
  }

  /** By every reading of the price. */
  function costsSomething({ contentId, visibility }: UploadJobRow): boolean {
    return leastCredits(visibility, state.contents.get(contentId).sizeBytes) > 0;
  }

  function chargeSince(fromMs: number): ChargeEvidence {
    return charges.evidence(fromMs, state.bookNowMs());
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

  /**
   * The very file is there and is watched. Otherwise nothing could be sent, and with the first upload given up nothing would
   * hold equal files any more.
   */
  async function isAsSent({ fileId }: UploadJobRow, signal: AbortSignal): Promise<boolean> {
    const row = state.files.get(fileId);
    if (row === null || state.folders.get(row.folderId) === null) return false;
    const reading = await fileTree.identify(transitions.pathOf(row), signal);
    return reading.kind === 'file' && identityKey(reading.identity) === row.identity;
  }

  /** Whether it is sent again without a person once it is proven absent. */
  function waitsForProof(job: UploadJobRow): boolean {
    return (
      ports.sendsAgain() &&
      !wasConfirmed(job) &&
      state.files.get(job.fileId)?.hold !== 'kept_unknown' &&
      state.uploads.resumable(job.id) === null &&
      !state.uploads.wasSentAgainByEvidence(job) &&
      isOpen(job)
    );
  }

  function carryOut(
    job: UploadJobRow,
    found: Reconciliation | UploadFinding,
    lookedAtMs: number,
    waitedMs: number,
    mayBeSent = false,
  ): boolean {
    switch (found.kind) {
      case 'found':
        applyRecorded(ports, job, found.file, found.by);
        return true;
      case 'absent': {
        if (!isOpen(job)) return false;
        keepFinding(ports, job, found, lookedAtMs);
        if (!mayBeSent || !waitsForProof(job) || !isProvenAbsent(job, found, waitedMs))
          return false;
        sendAgain(ports, job, 'evidence');
        return true;
      }
      case 'looking':
      case 'several':
      case 'unlisted':
      case 'cannot-tell':
        if (isOpen(job)) keepFinding(ports, job, found, lookedAtMs);
        return false;
      default:
        return assertNever(found);
    }
  }

  /** It was neither recorded nor charged, as its answer said. */
  function confirmDenial(job: UploadJobRow, denial: Denial): true {
    const denied = stateAfterDenial(denial);
    const isRefused = denied !== null && unreachedFault(denial) === null;
    state.uploads.move(job.id, { type: isRefused ? 'refused' : 'unrecorded' });
    const row = state.files.get(job.fileId);
    if (row?.state === 'confirming') {
      if (denied === null) transitions.decide(transitions.move(row, 'ready'));
      else transitions.move(row, ...denied);
    }
    transitions.decideDuplicates(job.contentId, []);
    ports.onDenialConfirmed?.(job, denial);
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

/** The list cannot tell, and shows nothing that may be the upload. */
function isMute(found: Reconciliation): boolean {
  return found.kind === 'cannot-tell' && found.why !== 'similar-file';
}
