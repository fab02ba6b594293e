/** Holds the pace of the uploads of a run and tells it what happens to them. All decisions are in `pace.ts`. */
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import {
  ceilingOf,
  firstPace,
  isCongestion,
  nextPace,
  placesOf,
  type PaceEvent,
  type Places,
} from './concurrency-limits.ts';
import { serviceFaultOf, type UploadOutcome } from '../common/upload-outcome.ts';

export interface MeasuredPace {
  places(): Places;
  /** So many new bytes went out while so many uploads ran. */
  moved(bytes: number, running: number): void;
  /** An upload ended; `running` counts it too. */
  ended(outcome: UploadOutcome, running: number): void;
}

export function makeMeasuredPace({
  state,
  clock,
}: {
  readonly state: Pick<State, 'transferRules'>;
  readonly clock: Clock;
}): MeasuredPace {
  let pace = firstPace(clock.monotonicMs());
  const parallel = () => state.transferRules.get().parallel;
  const places = () => placesOf(pace, parallel());
  const isFull = (running: number) => running >= places().usual;

  function happened(event: PaceEvent): void {
    pace = nextPace(pace, event, clock.monotonicMs(), ceilingOf(parallel()));
  }

  return {
    places,
    moved: (bytes, running) => happened({ type: 'moved', bytes, wasFull: isFull(running) }),
    ended(outcome, running) {
      if (outcome.kind === 'recorded') happened({ type: 'finished', wasFull: isFull(running) });
      const fault = outcome.kind === 'stopped' ? serviceFaultOf(outcome.fault) : null;
      if (fault !== null && isCongestion(fault)) happened({ type: 'congested' });
    },
  };
}
