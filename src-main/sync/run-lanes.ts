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
  /** The next time at which there will be more to take than now; null: only when something changes. */
  nextDueMs(): number | null;
}

/**
 * Runs until every lane is at rest, or until nothing has advanced for `patienceMs`. Abort stops claiming, waits for
 * what is running (which gets the same signal) and rejects with the signal's reason. An error in a job is a bug or a
 * broken database: it stops the pump the same way.
 */
export async function runLanes(
  lanes: readonly Lane[],
  { clock, patienceMs }: { readonly clock: Clock; readonly patienceMs: number },
  signal: AbortSignal,
): Promise<'rest' | 'out-of-patience'> {
  const stop = new AbortController();
  const jobSignal = AbortSignal.any([signal, stop.signal]);
  const running = new Set<Promise<void>>();
  const busy = new Map<Lane, number>();
  const failures: unknown[] = [];
  let lastAdvanceMs = clock.monotonicMs();

  const start = (lane: Lane, job: (signal: AbortSignal) => Promise<Step>) => {
    busy.set(lane, (busy.get(lane) ?? 0) + 1);
    const run = job(jobSignal)
      .then(
        (step) => {
          if (step === 'advanced') lastAdvanceMs = clock.monotonicMs();
        },
        (error: unknown) => {
          failures.push(error);
          stop.abort(error);
        },
      )
      .finally(() => {
        busy.set(lane, (busy.get(lane) ?? 1) - 1);
        running.delete(run);
      });
    running.add(run);
  };

  while (!jobSignal.aborted) {
    for (const lane of lanes) {
      const free = lane.concurrency - (busy.get(lane) ?? 0);
      if (free > 0) for (const job of lane.take(free)) start(lane, job);
    }
    if (running.size > 0) {
      await untilOneEnds(running, lanes, clock, jobSignal);
      continue;
    }
    const dueMs = earliest(lanes, clock);
    if (dueMs === null) return 'rest';
    if (clock.monotonicMs() - lastAdvanceMs > patienceMs) return 'out-of-patience';
    await sleepUntil(dueMs, clock, jobSignal);
  }
  await Promise.allSettled(running);
  throw failures[0] ?? signal.reason;
}

/** Waits for a running job, or for a lane whose time comes first. */
async function untilOneEnds(
  running: ReadonlySet<Promise<void>>,
  lanes: readonly Lane[],
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const dueMs = earliest(lanes, clock);
  if (dueMs === null) {
    await Promise.race(running);
    return;
  }
  const over = new AbortController();
  const timer = sleepUntil(dueMs, clock, AbortSignal.any([signal, over.signal]));
  await Promise.race([...running, timer]);
  over.abort();
  await timer;
}

/** What is due already was just offered by `take`: what is left of it waits for something else than time. */
function earliest(lanes: readonly Lane[], clock: Clock): number | null {
  const nowMs = clock.nowMs();
  const dueTimes = lanes
    .map((lane) => lane.nextDueMs())
    .filter((ms): ms is number => ms !== null && ms > nowMs);
  return dueTimes.length === 0 ? null : Math.min(...dueTimes);
}

/** Ends early, without an error, when the signal aborts: the loop looks at the signal itself. */
async function sleepUntil(dueMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(Math.max(1, dueMs - clock.nowMs()), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
