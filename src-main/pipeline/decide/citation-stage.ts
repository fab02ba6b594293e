/**
 * Has secondary files completed by the rules of their folders, whenever files have come or moved on. It sends and
 * spends nothing: a completed file takes the normal route, with its price.
 */
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { Stage } from '../common/stage.ts';
import { wallTimeMs } from '../common/wall-time.ts';

/** Thousands of files come one by one; the rules are applied only now and then. */
const REST_MS = SECOND_MS;

export function makeCitationStage({
  state,
  clock,
  completeByRules,
}: {
  readonly state: Pick<State, 'citationRules' | 'files'>;
  readonly clock: Clock;
  /** Returns how many files it completed. */
  readonly completeByRules: () => number;
}): Stage {
  let seen = '';
  let restsUntilMs = -Infinity; // on the steady clock

  const isNews = () => state.citationRules.all().length > 0 && seen !== stand();
  /** From counters, whose cost does not depend on the number of files. */
  const stand = () => JSON.stringify([state.files.counts(), state.citationRules.all()]);

  return {
    concurrency: 1,
    take(limit) {
      if (limit === 0 || clock.monotonicMs() < restsUntilMs || !isNews()) return [];
      return [
        async () => {
          await Promise.resolve(); // a stage's job must never finish before it was begun
          restsUntilMs = clock.monotonicMs() + REST_MS;
          const completed = completeByRules();
          seen = stand();
          return completed > 0 ? 'advanced' : 'waiting';
        },
      ];
    },
    nextDueMs() {
      if (clock.monotonicMs() >= restsUntilMs || !isNews()) return null;
      return wallTimeMs(restsUntilMs, clock);
    },
  };
}
