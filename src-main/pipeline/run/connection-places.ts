/**
 * The places for requests about files, which checks, uploads and proofs share. A place is one connection: whoever holds it
 * makes its requests one after the other. Single reads (balance, lists, whatever the page asks for) need no place, so they
 * never wait for one.
 */
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import {
  FIRST_PLACE_LIMIT,
  FULL_FOR_LONG_MS,
  isCongestion,
  isQuick,
  mostPlaces,
  nextPlaceLimit,
  nextUsualTime,
  type PlaceEvent,
  type UsualTime,
} from '../common/place-limit.ts';
import { type Stage, type Step, wallTimeMs } from '../common/stage.ts';

/** A stage that takes places, and how many it gets for each one of a stage with weight 1 while both want more. */
export interface Sharer {
  readonly stage: Stage;
  readonly weight: number;
}

/** A stage among others, with what it was given. */
interface Guest extends Sharer {
  held: number;
  /** What it was given, by weight: who was given least goes next (start-time fair queueing). */
  given: number;
  /** How long its jobs take; null: none has ended. */
  usual: UsualTime | null;
}

export function makeConnectionPlaces({
  state,
  clock,
}: {
  readonly state: Pick<State, 'transferRules'>;
  readonly clock: Clock;
}) {
  let limit = FIRST_PLACE_LIMIT;
  let held = 0;
  const most = () => mostPlaces(state.transferRules.get().parallel);
  /** In all, now. */
  const places = () => Math.min(limit.places, most());

  function happened(event: PlaceEvent): void {
    limit = nextPlaceLimit(limit, event, clock.monotonicMs(), most());
  }

  async function during(
    guest: Guest,
    job: (signal: AbortSignal) => Promise<Step>,
    signal: AbortSignal,
  ): Promise<Step> {
    held += 1;
    guest.held += 1;
    const fromMs = clock.monotonicMs();
    try {
      const step = await job(signal);
      if (step === 'advanced') {
        const tookMs = clock.monotonicMs() - fromMs;
        guest.usual = nextUsualTime(guest.usual, tookMs, clock.monotonicMs());
        const wasQuick = isQuick(tookMs, guest.usual);
        happened({ type: 'answered', isQuick: wasQuick, wasFull: held >= places() });
      }
      return step;
    } finally {
      held -= 1;
      guest.held -= 1;
    }
  }

  /** One stage that does the work of these. Where all could go on, the first one goes first. */
  function share(sharers: readonly Sharer[]): Stage {
    const guests = sharers.map((each): Guest => ({ ...each, held: 0, given: 0, usual: null }));
    /** How far the giving has got: who wanted nothing for a while has saved nothing up. */
    let now = 0;

    function takeFor(guest: Guest, free: number): ReturnType<Stage['take']> {
      const count = Math.min(free, guest.stage.concurrency - guest.held);
      const jobs = count > 0 ? guest.stage.take(count) : [];
      if (jobs.length === 0) return [];
      now = Math.max(guest.given, now);
      guest.given = now + jobs.length / guest.weight;
      return jobs.map((job) => (signal) => during(guest, job, signal));
    }

    return {
      concurrency: Infinity, // the places are counted whenever work is taken
      take() {
        let free = places() - held;
        const inTurn = guests.toSorted((a, b) => Math.max(a.given, now) - Math.max(b.given, now));
        const jobs = inTurn.flatMap((guest) => {
          const taken = takeFor(guest, free);
          free -= taken.length;
          return taken;
        });
        happened({ type: 'asked', isFull: free <= 0 });
        return jobs;
      },
      nextDueMs: () =>
        earliest(
          guests.map(({ stage }) => stage.nextDueMs()),
          clock,
        ),
      nextRecheckMs() {
        const times = guests.map(({ stage }) => stage.nextRecheckMs?.());
        const { fullSinceMs } = limit;
        const mayGrow = fullSinceMs !== null && places() < most();
        const growsAtMs = mayGrow ? wallTimeMs(fullSinceMs + FULL_FOR_LONG_MS, clock) : null;
        return earliest([...times, growsAtMs], clock);
      },
      renew(by) {
        for (const { stage } of guests) stage.renew?.(by);
      },
    };
  }

  return {
    share,
    places,
    /** Call it for each fault of the service. */
    failed: (fault: ServiceFault) => {
      if (isCongestion(fault)) happened({ type: 'congested' });
    },
  };
}

/** A time that has passed must not hide a future one. */
function earliest(times: readonly (number | null | undefined)[], clock: Clock): number | null {
  const nowMs = clock.nowMs();
  const ahead = times.filter((ms): ms is number => typeof ms === 'number' && ms > nowMs);
  return ahead.length === 0 ? null : Math.min(...ahead);
}
