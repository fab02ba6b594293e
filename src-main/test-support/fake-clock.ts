/**
 * A clock that a test plays: time moves only when the test says so, or, while `play` runs, when everything sleeps. Hours
 * pass in milliseconds and always in the same order. Real work (files, threads) is announced with `during`, because no
 * clock can see it; time must never pass beside it.
 */
import type { Clock } from '../platform/clock.ts';

export interface FakeClock extends Clock {
  /** Lets `ms` pass. Sleepers wake one after the other, each at its own time, and what they start gets its turn. */
  advance(ms: number): Promise<void>;
  /**
   * Goes from one sleeper to the next until `work` ends, and passes its end on. Throws when `work` neither ends nor
   * sleeps: it waits for something that time will not bring.
   */
  play<Value>(work: Promise<Value>): Promise<Value>;
  /** Lets everything that is awake run, then wakes the next sleeper. False when nobody sleeps. */
  step(): Promise<boolean>;
  /** The computer is suspended: `ms` pass in one jump, and a sleep that should have ended meanwhile ends late. */
  suspend(ms: number): void;
  /** Time stands still until this real work has ended. */
  during<Value>(work: Promise<Value>): Promise<Value>;
  /** Somebody sets the wall clock. Nobody wakes earlier or later by it. */
  setWallClock(nowMs: number): void;
  /** When each sleeper wakes, in monotonic ms, soonest first: a forgotten timer shows here. */
  wakeTimesMs(): readonly number[];
}

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

const START_MS = Date.UTC(2026, 10, 21, 9); // any moment will do, as long as every run has the same one
const STUCK_AFTER_MS = 2_000; // real time: nothing a test waits for without a sleeper takes longer

export function makeFakeClock({
  startMs = START_MS,
  stuckAfterMs = STUCK_AFTER_MS,
} = {}): FakeClock {
  let monotonicMs = 0;
  let wallOffsetMs = startMs;
  const realWorks = new Set<symbol>();
  const sleepers = new Set<Sleeper>();

  function soonest(): Sleeper | null {
    let first: Sleeper | null = null; // the set keeps the order of falling asleep: it decides between equals
    for (const sleeper of sleepers) if (sleeper.atMs < (first?.atMs ?? Infinity)) first = sleeper;
    return first;
  }

  function wake(sleeper: Sleeper): void {
    monotonicMs = Math.max(monotonicMs, sleeper.atMs); // after a suspension it is late
    sleeper.wake();
  }

  /** Lets everything that is awake run until it ends or sleeps. */
  async function settle(): Promise<void> {
    do await turn();
    while (realWorks.size > 0);
  }

  return {
    nowMs: () => Math.floor(wallOffsetMs + monotonicMs), // whole, as the real one: it goes into databases
    monotonicMs: () => monotonicMs,
    sleep(ms, signal) {
      if (Number.isNaN(ms)) throw new RangeError('sleep: ms must be a number');
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const end = (): void => {
          sleepers.delete(sleeper);
          signal.removeEventListener('abort', giveUp);
        };
        const giveUp = (): void => {
          end();
          reject(signal.reason as Error);
        };
        const sleeper: Sleeper = {
          atMs: monotonicMs + Math.max(0, ms),
          wake() {
            end();
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal.addEventListener('abort', giveUp);
      });
    },
    async advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`advance: time does not go back (${ms})`);
      const untilMs = monotonicMs + ms;
      for (;;) {
        await settle();
        const next = soonest();
        if (next === null || next.atMs > untilMs) break;
        wake(next);
      }
      monotonicMs = Math.max(monotonicMs, untilMs); // somebody may have suspended it meanwhile
    },
    async play(work) {
      let isOver = false;
      const over = () => (isOver = true);
      work.then(over, over);
      let stuckSinceMs: number | null = null;
      for (;;) {
        await settle();
        if (isOver) return work;
        const next = soonest();
        if (next !== null) {
          stuckSinceMs = null;
          wake(next);
        } else {
          stuckSinceMs ??= performance.now();
          if (performance.now() - stuckSinceMs > stuckAfterMs) {
            throw new Error('stuck: the work neither ends nor sleeps');
          }
        }
      }
    },
    async step() {
      await settle();
      const next = soonest();
      if (next !== null) wake(next);
      return next !== null;
    },
    suspend(ms) {
      if (!(ms >= 0)) throw new RangeError(`suspend: time does not go back (${ms})`);
      monotonicMs += ms;
    },
    async during(work) {
      const mark = Symbol('real work');
      realWorks.add(mark);
      try {
        return await work;
      } finally {
        realWorks.delete(mark);
      }
    },
    setWallClock(nowMs) {
      wallOffsetMs = nowMs - monotonicMs;
    },
    wakeTimesMs: () => [...sleepers].map(({ atMs }) => atMs).toSorted((one, other) => one - other),
  };
}

/** All microtasks, and whatever else the event loop had ready. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
