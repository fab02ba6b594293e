/**
 * Fetches what older data folders lack: metadata documents of records that were proven before Labseal kept them. Nobody
 * waits for them, so each round fetches a few, in places that nothing else wants.
 */
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import { makeClaims, takeFree } from '../common/claims.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import type { DocumentKeeper } from '../common/ports.ts';
import type { Stage, Step } from '../common/stage.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';

/** Requests in one round: a hundred thousand old records are no reason to flood a service. */
export const MOST_IN_A_ROUND = 50;
/** The same of a round that no person asked for: of what nobody waits for, at most 18 in an hour. */
export const MOST_BY_ITSELF = 3;
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
