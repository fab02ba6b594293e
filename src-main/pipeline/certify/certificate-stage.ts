/**
 * Fetches the certificates of records that became Available, so that the proof is at hand without the service. The PDF,
 * the JSON and the document of one file follow each other in one place; how many places there are is decided for all
 * requests about files together (connection-places.ts).
 */
import type { Clock } from '../../platform/clock.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import { makeClaims, takeFree } from '../common/claims.ts';
import type { ServiceBreaker } from '../common/service-breaker.ts';
import type { Announce, CertificateKeeper } from '../common/ports.ts';
import type { Stage, Step } from '../common/stage.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { wallTimeMs } from '../common/wall-time.ts';

const CONCURRENCY = 12; // all places, when nothing else wants them
const MAX_TRIES = 5; // in one run; the next run tries again
const TRY_AGAIN_MS = 2_000;

export function makeCertificateStage(ports: {
  readonly state: State;
  readonly keeper: CertificateKeeper;
  readonly breaker: ServiceBreaker;
  readonly clock: Clock;
  readonly announce: Announce;
}): Stage {
  const { state, keeper, breaker, clock, announce } = ports;
  const claims = makeClaims<number>();
  /** Times of the steady clock. */
  const tries = new Map<number, { readonly count: number; readonly nextAtMs: number }>();

  async function fetch(record: LedgerRecord, signal: AbortSignal): Promise<Step> {
    const { sha256 } = state.contents.get(record.contentId);
    const kept = await keeper.keep(record, sha256, signal);
    if (kept.kind === 'kept') {
      const { alongside } = kept;
      if (alongside !== null && concernsEverything(alongside)) breaker.failed(alongside);
      else breaker.succeeded();
      tries.delete(record.id);
      // If a power cut loses this, the certificate is found on disk or fetched again.
      state.repeatable(() => state.records.setCertificate(record.id, kept.pdf, kept.json));
      announce({ kind: 'certified', recordId: record.id });
      return 'advanced';
    }
    if (kept.kind === 'fault' && concernsEverything(kept.fault)) {
      breaker.failed(kept.fault);
      return 'waiting';
    }
    const count = (tries.get(record.id)?.count ?? 0) + 1;
    tries.set(record.id, { count, nextAtMs: clock.monotonicMs() + TRY_AGAIN_MS * count });
    return 'waiting';
  }

  function canTry({ id }: LedgerRecord): boolean {
    const past = tries.get(id);
    return past === undefined || (past.count < MAX_TRIES && past.nextAtMs <= clock.monotonicMs());
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
        .filter(({ count, nextAtMs }) => count < MAX_TRIES && nextAtMs > clock.monotonicMs())
        .map(({ nextAtMs }) => wallTimeMs(nextAtMs, clock));
      return times.length === 0 || breaker.tripped() !== null ? null : Math.min(...times);
    },
    renew: () => tries.clear(),
  };
}
