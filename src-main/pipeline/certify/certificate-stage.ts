/**
 * Fetches the certificates of records that became Available, so that the proof is at hand without the service. The PDF,
 * the JSON and the document of one file follow each other in one place; how many places there are is decided for all
 * requests about files together (connection-places.ts).
 */
import { DAY_MS, MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import { makeClaims, takeFree } from '../common/claims.ts';
import type { ServiceBreaker } from '../common/service-breaker.ts';
import type { Announce, CertificateKeeper } from '../common/ports.ts';
import type { Stage, Step } from '../common/stage.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { growingWaitMs, spreadMs } from '../../platform/spread.ts';
import { wallTimeMs } from '../common/wall-time.ts';

const CONCURRENCY = 12; // all places, when nothing else wants them
const MAX_TRIES = 5; // in one run; the next run tries again
const TRY_AGAIN_MS = 2_000;
/** In a run that goes on: of all that were given up, so many in a round, each less and less often. */
const GIVEN_UP_IN_A_ROUND = 2;
const GIVEN_UP_AGAIN = { firstMs: 10 * MINUTE_MS, longestMs: DAY_MS };

export function makeCertificateStage(ports: {
  readonly state: State;
  readonly keeper: CertificateKeeper;
  readonly breaker: ServiceBreaker;
  readonly clock: Clock;
  /** A number between 0 and 1. */
  readonly chance: () => number;
  readonly announce: Announce;
}): Stage {
  const { state, keeper, breaker, clock, chance, announce } = ports;
  const claims = makeClaims<number>();
  /** Times of the steady clock. `isGivenUp`: until a person or a later round tries it again. */
  const tries = new Map<number, Tries>();

  async function fetch(record: LedgerRecord, signal: AbortSignal): Promise<Step> {
    const kept = await keeper.keep(record, signal);
    if (kept.kind === 'kept') {
      const { alongside } = kept;
      if (alongside !== null && concernsEverything(alongside)) breaker.failed(alongside);
      else breaker.succeeded();
      tries.delete(record.id);
      // If a power cut loses this, the certificate is found on disk or fetched again.
      await state.grouped.repeatable(() =>
        state.records.setCertificate(record.id, kept.pdf, kept.json),
      );
      announce({ kind: 'certified', recordId: record.id });
      return 'advanced';
    }
    if (kept.kind === 'fault' && concernsEverything(kept.fault)) {
      breaker.failed(kept.fault);
      return 'waiting';
    }
    const count = (tries.get(record.id)?.count ?? 0) + 1;
    const isGivenUp = count >= MAX_TRIES;
    const waitMs = isGivenUp
      ? growingWaitMs(count - MAX_TRIES, GIVEN_UP_AGAIN, chance())
      : spreadMs(TRY_AGAIN_MS * count, chance());
    tries.set(record.id, { count, nextAtMs: clock.monotonicMs() + waitMs, isGivenUp });
    return 'waiting';
  }

  function canTry({ id }: LedgerRecord): boolean {
    const past = tries.get(id);
    return past === undefined || (!past.isGivenUp && past.nextAtMs <= clock.monotonicMs());
  }

  return {
    concurrency: CONCURRENCY,
    take(limit) {
      if (!breaker.isPassing()) return [];
      const lacking = state.records.lackingCertificate(limit + claims.size + tries.size);
      return takeFree(lacking.filter(canTry), claims, (record) => record.id, limit).map(
        (record) => (signal) => claims.during(record.id, () => fetch(record, signal)),
      );
    },
    nextDueMs() {
      const passesAtMs = breaker.passesAtMs();
      if (passesAtMs !== null) return passesAtMs;
      const times = [...tries.values()]
        .filter(({ isGivenUp, nextAtMs }) => !isGivenUp && nextAtMs > clock.monotonicMs())
        .map(({ nextAtMs }) => wallTimeMs(nextAtMs, clock));
      return times.length === 0 || breaker.tripped() !== null ? null : Math.min(...times);
    },
    renew(by) {
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
