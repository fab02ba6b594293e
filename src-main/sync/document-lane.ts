/**
 * Gets what older data folders lack: metadata documents of records that were proven before those were kept. Nobody waits
 * for them, so they come a few in each round, one after the other, and never in the way of anything else.
 */
import type { LedgerRecord } from '../state/record-repository.ts';
import type { State } from '../state/state.ts';
import { makeClaims, takeFree } from './claims.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import type { DocumentKeeper } from './ports.ts';
import type { Lane, Step } from './run-lanes.ts';
import { concernsEverything } from './service-gate.ts';

/** Asked for in one round: a hundred thousand old records are no reason to burst in upon a service. */
export const MOST_IN_A_ROUND = 50;

export function makeDocumentLane({
  state,
  keeper,
  gatekeeper,
}: {
  readonly state: Pick<State, 'records'>;
  readonly keeper: DocumentKeeper;
  readonly gatekeeper: Gatekeeper;
}): Lane {
  const claims = makeClaims<number>();
  /** Asked for in this run without getting one. */
  const fruitless = new Set<number>();
  let left = MOST_IN_A_ROUND;

  async function fetch(record: LedgerRecord, signal: AbortSignal): Promise<Step> {
    left -= 1;
    const outcome = await keeper.keep(record, signal);
    if (outcome.kind === 'kept') {
      gatekeeper.succeeded();
      return 'advanced';
    }
    if (outcome.kind === 'fault' && concernsEverything(outcome.fault)) {
      gatekeeper.failed(outcome.fault);
    } else {
      fruitless.add(record.id);
    }
    return 'waiting';
  }

  return {
    concurrency: 1,
    take(limit) {
      if (left <= 0 || !gatekeeper.isOpen()) return [];
      const lacking = state.records.lackingDocument(limit + claims.size + fruitless.size);
      const asked = lacking.filter(({ id }) => !fruitless.has(id));
      return takeFree(asked, claims, (record) => record.id, limit).map(
        (record) => (signal) => claims.during(record.id, () => fetch(record, signal)),
      );
    },
    nextDueMs: () => null, // no run waits for them
    renew() {
      left = MOST_IN_A_ROUND;
    },
  };
}
