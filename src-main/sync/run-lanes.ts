/**
 * The pump of the pipeline. Each lane claims work from the database, so that the queue survives any crash, and does a
 * bounded amount of it at a time. The pump itself is one loop: nothing runs twice, nothing is polled.
 */
import type { Clock } from '../ports/clock.ts';

/** `advanced`: something was achieved. `waiting`: looked, and it is not time yet. */
export type Step = 'advanced' | 'waiting';

export interface Lane {
  readonly concurrency: number;
  /** Claims up to `limit` jobs that can start now. */
  take(limit: number): readonly ((signal: AbortSignal) => Promise<Step>)[];
  /**
   * The next time ahead at which there will be more to take than now; null: only when something changes. A time that
   * has passed says nothing, and must not hide one that is ahead.
   */
  nextDueMs(): number | null;
}

/**
 * Runs until every lane is at rest, or until it has idled for `patienceMs` in which nothing advanced; the time that jobs
 * take is not idle. Abort stops claiming, waits for what is running (which gets the same signal) and rejects with the
 * signal's reason. An error in a job or a lane is a bug or a broken database: it stops the pump the same way.
 */
export async function runLanes(
  lanes: readonly Lane[],
  { clock, patienceMs }: { readonly clock: Clock; readonly patienceMs: number },
  signal: AbortSignal,
): Promise<'rest' | 'out-of-patience'> {
  const stop = new AbortController();
  const jobSignal = AbortSignal.any([signal, stop.signal]);
  const running = new Set<Promise<unknown>>();
  const busy = new Map<Lane, number>();
  const failures: unknown[] = [];
  let idleMs = 0;
  // One promise for all jobs: racing the jobs themselves would leave a reaction on a long one for every short one.
  let someEnd = Promise.withResolvers<void>();

  const fail = (error: unknown) => {
    failures.push(error);
    stop.abort(error);
  };

  const start = (lane: Lane, job: (signal: AbortSignal) => Promise<Step>) => {
    busy.set(lane, (busy.get(lane) ?? 0) + 1);
    const run = job(jobSignal)
      .then((step) => {
        if (step === 'advanced') idleMs = 0;
        return step;
      }, fail)
      .finally(() => {
        busy.set(lane, (busy.get(lane) ?? 1) - 1);
        running.delete(run);
        someEnd.resolve();
      });
    running.add(run);
  };

  try {
    while (!jobSignal.aborted) {
      someEnd = Promise.withResolvers();
      for (const lane of lanes) {
        const free = lane.concurrency - (busy.get(lane) ?? 0);
        if (free > 0) for (const job of lane.take(free)) start(lane, job);
      }
      const dueInMs = untilNextDueMs(lanes, clock);
      if (running.size > 0) {
        await atFirst(someEnd.promise, dueInMs, clock, jobSignal);
        continue;
      }
      if (dueInMs === null) return 'rest';
      if (idleMs >= patienceMs) return 'out-of-patience';
      const fromMs = clock.monotonicMs();
      await sleep(Math.min(dueInMs, patienceMs - idleMs), clock, jobSignal);
      idleMs += clock.monotonicMs() - fromMs;
    }
  } catch (error) {
    fail(error);
  }
  await Promise.allSettled(running);
  throw failures[0] ?? signal.reason;
}

/** Waits for `ended`, or for a lane whose time comes first. */
async function atFirst(
  ended: Promise<void>,
  dueInMs: number | null,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  if (dueInMs === null) return ended;
  const over = new AbortController();
  const timer = sleep(dueInMs, clock, AbortSignal.any([signal, over.signal]));
  await Promise.race([ended, timer]);
  over.abort();
  await timer;
}

/** What is due already was just offered by `take`: what is left of it waits for something else than time. */
function untilNextDueMs(lanes: readonly Lane[], clock: Clock): number | null {
  const nowMs = clock.nowMs();
  const dueTimes = lanes
    .map((lane) => lane.nextDueMs())
    .filter((ms): ms is number => ms !== null && ms > nowMs);
  return dueTimes.length === 0 ? null : Math.min(...dueTimes) - nowMs;
}

/** Ends early, without an error, when the signal aborts: the loop looks at the signal itself. */
async function sleep(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(Math.max(1, ms), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
