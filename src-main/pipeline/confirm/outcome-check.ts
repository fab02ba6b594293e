/**
 * One look for one upload whose last bytes left and that no id ended, and what follows from it: the evidence is gathered from
 * the upload's own address, a list, history and balance; verdict.ts says what it means; that is carried out.
 */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type {
  ChargeEvidence,
  Denial,
  UploadFinding,
} from '../../../src-shared/model/files/file-view.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { denialIn } from '../../../src-shared/model/files/upload-evidence.ts';
import { mayBeSent } from '../../../src-shared/model/files/upload-state.ts';
import { bothCharges, CLOCK_SLACK_MS } from '../../../src-shared/model/money/match-charges.ts';
import { leastCredits } from '../../../src-shared/model/money/price.ts';
import { assertNever, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { NotedTimes } from '../../platform/waiting.ts';
import type { Recognition, UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import {
  applyServiceStatus,
  keepRecord,
  type KeepRecordPorts,
  type RecordedFile,
} from '../decide/keep-record.ts';
import type { ChargeHistory, LostAnswers } from '../common/ports.ts';
import type { DatedReading, ListPorts } from '../common/list-project-files.ts';
import { areLeftOut, taughtByRefusal } from '../common/service-quirks.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { stateAfterDenial, unreachedFault } from '../common/refusal.ts';
import { readBalanceEvidence, type BalanceEvidence } from './balance-evidence.ts';
import { judgedFromMs } from './poll-schedule.ts';
import {
  type Reconciliation,
  denialOf,
  isSeenCharged,
  lastNotedMs,
  searchUpload,
  sendingTime,
  sourceOf,
  waitedUntil,
  wasConfirmed,
  type SearchPorts,
} from './search-upload.ts';
import { verdictOf, type Evidence, type Verdict } from './verdict.ts';

export type OutcomeCheckPorts = ListPorts &
  SearchPorts & {
    readonly transitions: FileTransitions;
    readonly lostAnswers: LostAnswers;
    readonly charges: ChargeHistory;
    /** For the whole process, by the jobs' ids. */
    readonly times: NotedTimes;
    /**
     * Within the transaction: evidence shows that an upload was neither recorded nor charged, and its row is decided. `denial`:
     * that said so; null: nothing came, and it is sent again.
     */
    readonly onNotRecorded?: (job: UploadJobRow, denial: Denial | null) => void;
  };

/** One try to read the list of a destination. `list`: null when it was refused to us. */
export interface ListLook {
  readonly list: DatedReading | null;
  readonly begunMonotonicMs: number;
}

export type OnFault = (fault: ServiceFault) => void;

/** The history's fault, and what the balance says. */
type ChargeReading = readonly [ServiceFault | null, Result<BalanceEvidence, ServiceFault>];
type Found = Reconciliation | { readonly kind: 'cannot-tell'; readonly why: 'list-refused' };

const NOTICED_MS = SECOND_MS; // between the end of a connection and the stage's next turn
/** States of a row that may still be sent, or only knows of a record elsewhere. */
const UNSENT: ReadonlySet<FileState> = new Set(['ready', 'checking', 'held', 'duplicate']);

export function makeOutcomeCheck(ports: OutcomeCheckPorts) {
  const { state, transitions, lostAnswers, charges, clock, times } = ports;
  const { shownNowMs } = state;
  /** When this process first knew of a lost answer, by job, on the steady clock. */
  const knownSince = new Map<string, number>();
  /** One reading of history and balance is enough for all uploads that one list does not show. */
  const charged = new WeakMap<ListLook, Promise<ChargeReading>>();

  function knownSinceMs({ id }: UploadJobRow): number {
    const sinceMs = knownSince.get(id) ?? clock.monotonicMs();
    knownSince.set(id, sinceMs);
    return sinceMs;
  }

  /**
   * Asks the upload's own address, which is more reliable than any list. True when that ended the search; `onFault` is
   * called when the service asked all clients to wait instead.
   */
  async function askItself(
    job: UploadJobRow,
    onFault: OnFault,
    signal: AbortSignal,
  ): Promise<boolean> {
    const outcome = await lostAnswers.settle(job, sourceOf(job, ports), signal);
    if (outcome === null) return false;
    knownSince.set(job.id, clock.monotonicMs()); // what was missing there may have been sent: the wait begins anew
    if (outcome.kind === 'unknown') {
      if (outcome.fault !== undefined) onFault(outcome.fault);
      const { received = null } = outcome;
      if (received !== null && denialIn(received) !== null) {
        state.uploads.noteReceived(job.id, received);
      }
    }
    if (outcome.kind !== 'recorded') return false;
    state.transaction(() => {
      if (!takesEvidence(job)) return;
      applyRecorded(ports, job, { fileId: outcome.fileId, status: 'Pending' }, null);
    });
    return true;
  }

  /** Judges by one look at its destination; `onFault` is called for requests that failed. True when that ended the search. */
  async function judge(
    job: UploadJobRow,
    look: ListLook,
    onFault: OnFault,
    signal: AbortSignal,
  ): Promise<boolean> {
    const begunAtMs = times.at(job.id, lastNotedMs(job, state), look.begunMonotonicMs);
    const waited = waitedUntil(begunAtMs, job, state);
    const answer = answerOf(job);
    const isDenied = answer === 'no' || answer === 'not-now';
    const isJudging = waited !== 'moments' && (isDenied || waited !== 'denial-wait');
    const found: Found =
      look.list === null
        ? { kind: 'cannot-tell', why: 'list-refused' }
        : await searchUpload(job, look.list, isJudging, ports, onFault, signal);
    const list = listEvidence(found);
    const asksCharges = list === 'lacks-it' ? answer !== 'id-of-nothing' : isDenied;
    const isAsked = isJudging && asksCharges && list !== 'shows-it';
    const charge = isAsked ? await chargeFor(job, look, waited, onFault, signal) : 'not-told';
    if (charge === null) return false; // the next look asks again
    return state.transaction(() => {
      if (!takesEvidence(job)) return false;
      const evidence: Evidence = {
        list,
        charge,
        answer,
        waited,
        wait: waitOf(job, look.begunMonotonicMs),
        mayBeFree: leastCredits(job.visibility, state.contents.get(job.contentId).sizeBytes) <= 0,
        isKept: state.uploads.resumable(job.id) !== null,
        wasSentAgain: state.uploads.wasSentAgain(job),
      };
      return carryOut(job, verdictOf(evidence), found, { charge, begunAtMs });
    });
  }

  /** What history and balance say, read once for all uploads of one look; null: ask again later. */
  async function chargeFor(
    job: UploadJobRow,
    look: ListLook,
    waited: Evidence['waited'],
    onFault: OnFault,
    signal: AbortSignal,
  ): Promise<ChargeEvidence | null> {
    let read = charged.get(look);
    if (read === undefined) {
      const [oldest] = state.uploads.withOutcome('unknown'); // one of them asks
      const sinceMs = oldest?.createdAtMs ?? state.bookNowMs();
      read = Promise.all([charges.refresh(sinceMs, signal), readBalanceEvidence(ports, signal)]);
      charged.set(look, read);
    }
    const [historyFault, balance] = await read;
    // A history that fails while the balance is read holds nobody up, and a clear no stands without it.
    const told = balance.ok ? balance.value(job.id) : 'not-told';
    const isFailing = historyFault?.kind === 'unavailable' && historyFault.retryAfterMs === null;
    const isHistoryAlone = isFailing && told !== 'not-told';
    const isWorthAWait = answerOf(job) === 'nothing' && waited !== 'late-list-wait';
    if (isHistoryAlone && isWorthAWait) return null;
    const faults = [isHistoryAlone ? null : historyFault, balance.ok ? null : balance.fault].filter(
      (fault) => fault !== null,
    );
    for (const fault of faults) onFault(fault);
    if (faults.some(concernsEverything)) return null;
    const history = (slackMs: number) =>
      historyFault === null
        ? charges.evidence(job.createdAtMs - slackMs, state.bookNowMs())
        : ('not-told' as const);
    const beforeMs = state.balances.get('quiet')?.askedAtMs ?? job.createdAtMs;
    const wereAdded = () => charges.wereAdded(Math.min(beforeMs, job.createdAtMs) - CLOCK_SLACK_MS);
    return bothCharges(history, wereAdded, told);
  }

  /** How long absence has to be waited for. */
  function wantedWaitMs(job: UploadJobRow): number {
    const { sendingMs } = sendingTime(job, state);
    return judgedFromMs({ endedAtMs: -NOTICED_MS, sendingMs });
  }

  /**
   * Until a moment of the steady clock. The wall clock may have been set while no program ran, and what is sent again on its
   * word could be paid for twice: only this program's steady clock counts, or the service's.
   */
  function waitOf(job: UploadJobRow, atMonotonicMs: number): Evidence['wait'] {
    if (provenFromMs(job) <= atMonotonicMs) return 'proven';
    return shownNowMs() === null ? 'untellable' : 'unproven';
  }

  /** From when on its wait is proven, on the steady clock. */
  function provenFromMs(job: UploadJobRow): number {
    const waitMs = wantedWaitMs(job);
    const ownMs = knownSinceMs(job) + waitMs;
    const shownMs = shownNowMs();
    const lostAtMs = state.uploads.get(job.id)?.knownLostAtMs ?? null;
    if (shownMs === null || lostAtMs === null) return ownMs;
    return Math.min(ownMs, clock.monotonicMs() + lostAtMs + waitMs - shownMs);
  }

  /** Whether it is sent again without a person once there is evidence for it. */
  function mayBeSentAgain(job: UploadJobRow): boolean {
    return (
      answerOf(job) === 'nothing' &&
      isOpen(job) &&
      state.uploads.resumable(job.id) === null &&
      !state.uploads.wasSentAgain(job)
    );
  }

  function carryOut(
    job: UploadJobRow,
    verdict: Verdict,
    found: Found,
    { charge, begunAtMs }: { readonly charge: ChargeEvidence; readonly begunAtMs: number },
  ): boolean {
    if (verdict === 'recorded') {
      const { file, by } = matchIn(found);
      applyRecorded(ports, job, file, by);
      return true;
    }
    if (!isOpen(job)) return false; // a person decided while the service was asked
    switch (verdict) {
      case 'not-recorded':
        confirmDenial(job);
        return true;
      case 'send-again':
        sendAgain(job);
        return true;
      case 'look-again': {
        if (found.kind === 'cannot-tell' && found.why === 'list-refused') return false;
        const isCharged = charge === 'unexplained' || isSeenCharged(job);
        keepFinding(job, { kind: 'looking', ...(isCharged ? { isCharged } : {}) }, begunAtMs);
        return false;
      }
      case 'ask':
        keepFinding(job, findingFrom(job, found, charge), begunAtMs);
        return false;
      default:
        return assertNever(verdict);
    }
  }

  /** The result of a look. A person is asked once there is something to decide. */
  function keepFinding(job: UploadJobRow, finding: UploadFinding, lookedAtMs: number): void {
    state.uploads.noteLook(job.id, { atMs: lookedAtMs, finding: JSON.stringify(finding) });
    const row = state.files.get(job.fileId);
    const hold = finding.kind === 'looking' ? null : 'undecided';
    if (row?.state === 'confirming' && row.hold !== hold) {
      transitions.move(row, 'confirming', { hold });
    }
  }

  /** It was neither recorded nor charged, as its answer said. */
  function confirmDenial(job: UploadJobRow): void {
    const denial = denialOf(job);
    if (denial === null) throw new Error(`job ${job.id} was not denied`);
    const { quirks } = ports;
    const isPlain = denial.isNotOverFields === true;
    const taught =
      denial.isOwnReason === true
        ? null
        : taughtByRefusal(denial.status, isPlain, quirks.ownFields());
    if (taught !== null) quirks.learnOwnFields(taught);
    const isOverFields = areLeftOut(taught); // the documented request has not been refused yet
    const denied = isOverFields ? null : stateAfterDenial(denial);
    const isRefused = denied !== null && unreachedFault(denial) === null;
    state.uploads.move(
      job.id,
      isRefused ? { type: 'refused' } : { type: 'unrecorded', after: 'denial' },
    );
    const row = state.files.get(job.fileId);
    if (row?.state === 'confirming') {
      if (denied === null) transitions.decide(transitions.move(row, 'ready'));
      else transitions.move(row, ...denied);
    }
    transitions.decideDuplicates(job.contentId, []);
    // Where only fields were refused the service is reached, whatever the answer looks like.
    ports.onNotRecorded?.(job, isOverFields ? { ...denial, isPage: false } : denial);
  }

  /**
   * The same form goes again, within what was approved: only the same bytes pass the commit gate, and the list is looked at once
   * more before they leave. Where the folder asks the platform first, it is asked anew.
   */
  function sendAgain(job: UploadJobRow): void {
    state.uploads.move(job.id, { type: 'unrecorded', after: 'silence' });
    state.contents.forgetNegativeAnswer(job.contentId);
    const row = state.files.get(job.fileId);
    if (row?.state === 'confirming') {
      const message = writeWaitNote({ waits: 'sent-again' });
      transitions.decide(transitions.move(row, 'ready', { message }));
    }
    transitions.decideDuplicates(job.contentId, []);
    ports.onNotRecorded?.(job, null);
  }

  function isOpen(job: UploadJobRow): boolean {
    return state.uploads.get(job.id)?.outcome === 'unknown';
  }

  /** Evidence also counts when a person had the content sent again while the service was asked. */
  function takesEvidence(job: UploadJobRow): boolean {
    const outcome = state.uploads.get(job.id)?.outcome;
    return outcome === 'unknown' || outcome === 'given-up';
  }

  return { askItself, judge, knownSinceMs, provenFromMs, mayBeSentAgain };
}

function answerOf(job: UploadJobRow): Evidence['answer'] {
  if (wasConfirmed(job)) return 'id-of-nothing';
  const denial = denialOf(job);
  if (denial === null) return 'nothing';
  const isLater = stateAfterDenial(denial) === null || unreachedFault(denial) !== null;
  return isLater ? 'not-now' : 'no';
}

function listEvidence(found: Found): Evidence['list'] {
  switch (found.kind) {
    case 'found':
      return 'shows-it';
    case 'several':
      return 'shows-several';
    case 'absent':
      return 'lacks-it';
    case 'cannot-tell':
      return found.why === 'similar-file' ? 'shows-similar' : 'tells-nothing';
    default:
      return assertNever(found);
  }
}

function matchIn(found: Found) {
  if (found.kind === 'found') return found;
  if (found.kind === 'several') return found.matches[0];
  throw new Error(`the list shows no record: ${found.kind}`);
}

/** What a person is told. */
function findingFrom(job: UploadJobRow, found: Found, charge: ChargeEvidence): UploadFinding {
  switch (found.kind) {
    case 'several':
      return { kind: 'several', fileIds: found.matches.map(({ file }) => file.fileId) };
    case 'absent':
      return wasConfirmed(job) ? { kind: 'unlisted' } : { kind: 'absent', charge };
    case 'cannot-tell':
      return found;
    case 'found':
      throw new Error('a record that was found is asked about');
    default:
      return assertNever(found);
  }
}

/**
 * The upload is this file on the service. `by`: how it was recognised; null when the service itself said so. If a
 * person had the content sent again meanwhile, the record wins as long as no byte of the second upload has left; after
 * that both are in the ledger. Belongs in the caller's transaction.
 */
export function applyRecorded(
  ports: KeepRecordPorts,
  job: UploadJobRow,
  found: RecordedFile,
  by: Recognition | null,
): void {
  const { state, transitions } = ports;
  const { contentId, projectId, visibility } = job;
  const wasGivenUp = state.uploads.stateOf(job.id).state === 'given-up';
  const record = keepRecord(ports, job, found, by);
  const again =
    wasGivenUp && record !== null ? state.uploads.live(contentId, projectId, visibility) : null;
  // Its row, if it is on its way, is decided when its attempt finds it dropped.
  if (again !== null && mayBeSent(state.uploads.stateOf(again.id))) {
    state.uploads.move(again.id, { type: 'dropped' });
  }
  const row = state.files.get(job.fileId);
  if (wasGivenUp) {
    if (row?.contentId === contentId && UNSENT.has(row.state)) transitions.decide(row);
  } else if (row?.state === 'confirming') {
    if (record === null) transitions.decide(transitions.move(row, 'ready'));
    else transitions.move(row, 'recording', { recordId: record.id });
  }
  if (record !== null) applyServiceStatus(ports, record.id, found);
  transitions.decideDuplicates(contentId, ['ready', 'checking']);
}
