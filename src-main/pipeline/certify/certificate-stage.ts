/**
 * Fetches the certificates of records that became Available, so that the proof is at hand without the service. The PDF,
 * the JSON and the document of one file follow each other in one place; how many places there are is decided for all
 * requests about files together (connection-places.ts).
 */
import type { CertificateFault } from '../../../src-shared/model/status/core-fault.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { AccountPorts, CertificateKeeper, DocumentKeeper } from '../common/ports.ts';
import {
  makeClaims,
  type RenewedBy,
  type Stage,
  type Step,
  takeFree,
  wallTimeMs,
} from '../common/stage.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { growingWaitMs, spreadMs } from '../../platform/waiting.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { State } from '../../db/state.ts';
import type { ServiceGate } from '../common/service-gate.ts';

const CONCURRENCY = 12; // all places, when nothing else wants them
const MAX_TRIES = 5; // in one run; the next run tries again
const TRY_AGAIN_MS = 2_000;
/** In a run that goes on: of all that were given up, so many in a round, each less and less often. */
const GIVEN_UP_IN_A_ROUND = 2;

export function makeCertificateStage(
  ports: Pick<AccountPorts, 'state' | 'gate' | 'clock' | 'chance' | 'announce'> & {
    readonly keeper: CertificateKeeper;
  },
): Stage {
  const { state, keeper, gate, clock, chance, announce } = ports;
  const claims = makeClaims<number>();
  /** Times of the steady clock. `isGivenUp`: until a person or a later round tries it again. */
  const tries = new Map<number, Tries>();
  const backoff = makeCertificateBackoff(ports);

  async function fetch(record: LedgerRecord, signal: AbortSignal): Promise<Step> {
    const kept = await keeper.keep(record, signal);
    if (kept.kind === 'kept') {
      const { alongside } = kept;
      if (alongside !== null && concernsEverything(alongside)) gate.failed(alongside);
      else gate.succeeded();
      backoff.answered();
      tries.delete(record.id);
      // If a power cut loses this, the certificate is found on disk or fetched again.
      await state.grouped.repeatable(() =>
        state.records.setCertificate(record.id, kept.pdf, kept.json, kept.recordedAtMs),
      );
      announce({ kind: 'certificate-changed', recordId: record.id });
      return 'advanced';
    }
    const { fault } = kept;
    const trouble = troubleOf(fault);
    if (trouble.of === 'connection') {
      gate.failed(trouble.fault);
      return 'waiting';
    }
    if (trouble.of === 'record') backoff.answered();
    else {
      const newestId = state.records.newestLackingCertificate() ?? record.id;
      if (backoff.failed(newestId)) await miss(record, [0, newestId], fault);
    }
    // One that was missing already is asked for once: a run, and its caller, goes on.
    const before = state.records.isMissingCertificate(record.id) ? MAX_TRIES - 1 : 0;
    const count = (tries.get(record.id)?.count ?? before) + 1;
    const isGivenUp = count >= MAX_TRIES;
    const waitMs = isGivenUp
      ? growingWaitMs(count - MAX_TRIES, GIVEN_UP_AGAIN, chance())
      : spreadMs(TRY_AGAIN_MS * count, chance());
    tries.set(record.id, { count, nextAtMs: clock.monotonicMs() + waitMs, isGivenUp });
    if (isGivenUp) await miss(record, [record.id, record.id], fault);
    return 'waiting';
  }

  async function miss(
    { id: recordId }: LedgerRecord,
    [fromId, toId]: readonly [number, number],
    fault: CertificateFault,
  ): Promise<void> {
    await state.grouped.repeatable(() => state.records.missCertificates(fromId, toId, fault));
    announce({ kind: 'certificate-changed', recordId });
  }

  const triesOf = ({ id }: LedgerRecord) => tries.get(id)?.count ?? 0;

  function canTry({ id }: LedgerRecord): boolean {
    const past = tries.get(id);
    return past === undefined || (!past.isGivenUp && past.nextAtMs <= clock.monotonicMs());
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      if (!gate.isPassing()) return [];
      const most = backoff.most(limit, claims.size);
      if (most === 0) return [];
      const lacking = state.records
        .lackingCertificate(limit + claims.size + tries.size, backoff.givenUpToId())
        .filter(canTry)
        .toSorted((one, other) => triesOf(one) - triesOf(other));
      return takeFree(lacking, claims, (record) => record.id, most).map(
        (record) => (signal) => claims.during(record.id, () => fetch(record, signal)),
      );
    },
    nextDueMs() {
      const passesAtMs = gate.passesAtMs();
      if (passesAtMs !== null) return passesAtMs;
      const times = [...tries.values()]
        .filter(({ isGivenUp }) => !isGivenUp)
        .map(({ nextAtMs }) => nextAtMs)
        .concat(backoff.pausedUntilMs())
        .filter((atMs) => atMs > clock.monotonicMs())
        .map((atMs) => wallTimeMs(atMs, clock));
      return times.length === 0 || gate.tripped() !== null ? null : Math.min(...times);
    },
    renew(by) {
      backoff.renew(by);
      if (by === 'person') return tries.clear();
      const due = [...tries]
        .filter(([, past]) => past.isGivenUp && past.nextAtMs <= clock.monotonicMs())
        .toSorted(([, one], [, other]) => one.nextAtMs - other.nextAtMs);
      for (const [id, past] of due.slice(0, GIVEN_UP_IN_A_ROUND)) {
        tries.set(id, { ...past, isGivenUp: false });
      }
    },
  };
}

interface Tries {
  readonly count: number;
  readonly nextAtMs: number;
  readonly isGivenUp: boolean;
}

/**
 * `connection`: everything waits. `answer`: an error came, about this certificate or about all of them. `record`: the
 * service has no better certificate for this one.
 */
type Trouble =
  | { readonly of: 'connection'; readonly fault: ServiceFault }
  | { readonly of: 'answer' | 'record' };

function troubleOf(fault: CertificateFault): Trouble {
  if (fault.kind === 'no-certificate-yet' || fault.kind === 'not-a-certificate')
    return { of: 'record' };
  if (!concernsEverything(fault)) return { of: 'record' };
  const isAnswer =
    fault.kind === 'not-the-service' ||
    (fault.kind === 'unavailable' && fault.status !== null && fault.retryAfterMs === null);
  return isAnswer ? { of: 'answer' } : { of: 'connection', fault };
}

const MOST_ERRORS = 5; // in a row, over about a quarter of a minute
const PAUSE = { firstMs: SECOND_MS, longestMs: MINUTE_MS };
/** Of what was given up, for the next try by the clock. */
const GIVEN_UP_AGAIN = { firstMs: 10 * MINUTE_MS, longestMs: DAY_MS };

/**
 * When certificates are asked for again after the service answered with an error. A service that answers is there:
 * uploads go on, and one certificate that it cannot make keeps no other from coming.
 */
function makeCertificateBackoff({ clock, chance }: Pick<AccountPorts, 'clock' | 'chance'>) {
  let errors = 0;
  /** On the steady clock: the end of a pause, or of what was given up, when the clock may try it again. */
  let untilMs = 0;
  let givenUpToId = 0;
  const isPaused = () => givenUpToId === 0 && clock.monotonicMs() < untilMs;
  /** The service answered as it should. */
  function answered(): void {
    [errors, untilMs, givenUpToId] = [0, 0, 0];
  }

  return {
    /** Records up to this one are left alone until a later round; newer ones may have better luck. */
    givenUpToId: () => givenUpToId,
    /** How many may be asked for now beside those under way: after an error one at a time. */
    most(limit: number, underWay: number): number {
      if (isPaused()) return 0;
      return errors === 0 ? limit : Math.max(0, 1 - underWay);
    },
    /** On the steady clock; 0: there is no pause. */
    pausedUntilMs: (): number => (isPaused() ? untilMs : 0),
    /** True when it was one too many: everything up to the newest record is given up. */
    failed(newestId: number): boolean {
      if (isPaused()) return false; // asked before the pause: they fail together
      errors += 1;
      if (errors >= MOST_ERRORS) givenUpToId = newestId;
      const waitMs =
        givenUpToId === 0
          ? growingWaitMs(errors - 1, PAUSE, chance())
          : growingWaitMs(errors - MOST_ERRORS, GIVEN_UP_AGAIN, chance());
      untilMs = clock.monotonicMs() + waitMs;
      return givenUpToId !== 0;
    },
    answered,
    renew(by: RenewedBy): void {
      if (by === 'person') answered();
      else if (clock.monotonicMs() >= untilMs) givenUpToId = 0; // one more error, and it is given up again
    },
  };
}

// Fetches what older data folders lack: metadata documents of records that were proven before Labseal kept
// them. Nobody waits for them, so each round fetches a few, in places that nothing else wants.

/** Requests in one round: a hundred thousand old records are no reason to flood a service. */
export const MOST_IN_A_ROUND = 50;
/** The same of a round that no person asked for: of what nobody waits for, at most 18 in an hour. */
const MOST_BY_ITSELF = 3;
/** Requests without a document in one round: a service that gives none is then left alone. */
export const MOST_FRUITLESS = 5;

export function makeDocumentStage({
  state,
  keeper,
  gate,
  chance,
}: {
  readonly state: Pick<State, 'records'>;
  readonly keeper: DocumentKeeper;
  readonly gate: ServiceGate;
  /** A number between 0 and 1. */
  readonly chance: () => number;
}): Stage {
  const claims = makeClaims<number>();
  /** Requested in this round without success. */
  const fruitless = new Set<number>();
  let left = MOST_IN_A_ROUND;
  let beginsAtId: number | null = null;

  /** Each round starts at a random row, so that documents that cannot be had do not block the others for ever. */
  function lacking(limit: number): readonly LedgerRecord[] {
    const many = limit + claims.size + fruitless.size;
    const latest = state.records.lackingDocument(many);
    const [first] = latest;
    if (first === undefined) return [];
    beginsAtId ??= Math.ceil(first.id * chance());
    return [...state.records.lackingDocument(many, beginsAtId), ...latest];
  }

  async function fetch(record: LedgerRecord, signal: AbortSignal): Promise<Step> {
    left -= 1;
    const outcome = await keeper.keep(record, signal);
    if (outcome.kind === 'kept') {
      gate.succeeded();
      return 'advanced';
    }
    if (outcome.kind === 'fault' && concernsEverything(outcome.fault)) {
      gate.failed(outcome.fault);
    } else {
      fruitless.add(record.id);
    }
    return 'waiting';
  }

  return {
    concurrency: MOST_FRUITLESS,
    take(limit) {
      // Those under way may all turn out fruitless.
      const most = Math.min(limit, left, MOST_FRUITLESS - fruitless.size - claims.size);
      if (most <= 0 || !gate.isPassing()) return [];
      const asked = lacking(most).filter(({ id }) => !fruitless.has(id));
      return takeFree(asked, claims, (record) => record.id, most).map(
        (record) => (signal) => claims.during(record.id, () => fetch(record, signal)),
      );
    },
    nextDueMs: () => null, // no run waits for them
    renew(by) {
      left = by === 'person' ? MOST_IN_A_ROUND : MOST_BY_ITSELF;
      beginsAtId = null;
      fruitless.clear();
    },
  };
}
