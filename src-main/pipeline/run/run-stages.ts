/**
 * The stage runner of the pipeline. Each stage claims work from the database, so that the queue survives any crash, and
 * does a bounded amount of it at a time. The stage runner itself is one loop: nothing runs twice, nothing is polled.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Stage, Step, WakeSource } from '../common/stage.ts';

interface StageRunnerOptions {
  readonly clock: Clock;
  /** Infinity: never gives up. */
  readonly patienceMs: number;
  /** Makes it ask all stages at once, whatever it is waiting for. */
  readonly wakes?: WakeSource;
}

/**
 * Stages report times in whole milliseconds of the wall clock. What they name may be due by this much less, because one
 * time is rounded up and another truncated.
 */
const TOLD_TOO_LATE_MS = 2;
const TURN_OVER = Symbol('the wait of a turn is over');

/**
 * Runs until every stage is at rest, or until it has idled for `patienceMs` in which nothing advanced; the duration of
 * jobs is not idle time. Abort stops claiming, waits for running jobs (which get the same signal) and rejects with the
 * signal's reason. An error in a job or a stage is a bug or a broken database: it stops the stage runner the same way.
 */
export async function runStages(
  stages: readonly Stage[],
  { clock, patienceMs, wakes }: StageRunnerOptions,
  signal: AbortSignal,
): Promise<'rest' | 'out-of-patience'> {
  const stop = new AbortController();
  const jobSignal = AbortSignal.any([signal, stop.signal]);
  const running = new Set<Promise<unknown>>();
  const busy = new Map<Stage, number>();
  const failures: unknown[] = [];
  let idleMs = 0;
  let wasAtRest = false;
  // One promise for all jobs and wakes: racing the jobs themselves would leave a reaction on a long job for every short
  // one. It is renewed before the stages are asked, so whatever comes after that ends the wait that follows.
  let someNews = Promise.withResolvers<void>();
  let isWoken = false;
  const stopListening = wakes?.subscribe(() => {
    isWoken = true;
    someNews.resolve();
  });

  const fail = (error: unknown) => {
    failures.push(error);
    stop.abort(error);
  };

  const start = (stage: Stage, job: (signal: AbortSignal) => Promise<Step>) => {
    busy.set(stage, (busy.get(stage) ?? 0) + 1);
    const run = job(jobSignal)
      .then((step) => {
        if (step === 'advanced') idleMs = 0;
        return step;
      }, fail)
      .finally(() => {
        busy.set(stage, (busy.get(stage) ?? 1) - 1);
        running.delete(run);
        someNews.resolve();
      });
    running.add(run);
  };

  try {
    while (!jobSignal.aborted) {
      someNews = Promise.withResolvers();
      isWoken = false;
      const askedAtMs = clock.monotonicMs();
      const ahead = nextTimes(stages, clock);
      for (const stage of stages) {
        const free = stage.concurrency - (busy.get(stage) ?? 0);
        if (free > 0) for (const job of stage.take(free)) start(stage, job);
      }
      const { dueInMs, lookInMs } = nextTimes(stages, clock);
      // What fell due while the stages were asked was not taken, and no stage reports it as a future time any more.
      const leftMs = askedAtMs + Math.min(ahead.dueInMs, ahead.lookInMs) - clock.monotonicMs();
      if (leftMs <= 0) continue;
      const perhapsInMs = leftMs < TOLD_TOO_LATE_MS ? leftMs : Infinity;
      const isIdle = running.size === 0 && !isWoken;
      const isAtRest = isIdle && Math.min(dueInMs, perhapsInMs) === Infinity;
      if (isAtRest && wasAtRest) return 'rest';
      wasAtRest = isAtRest;
      if (isAtRest) continue; // asked once more, for the same reason
      if (isIdle && idleMs >= patienceMs) return 'out-of-patience';
      const patientMs = isIdle ? patienceMs - idleMs : Infinity;
      const waitMs = Math.min(dueInMs, lookInMs, perhapsInMs, patientMs);
      const fromMs = clock.monotonicMs();
      await atFirst(someNews.promise, waitMs, clock, jobSignal);
      if (isIdle) idleMs += clock.monotonicMs() - fromMs;
    }
  } catch (error) {
    fail(error);
  } finally {
    stopListening?.();
  }
  await Promise.allSettled(running);
  throw failures[0] ?? signal.reason;
}

/** Waits for `news`, or for the earliest time that a stage reported. */
async function atFirst(
  news: Promise<void>,
  waitMs: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  if (waitMs === Infinity) return news;
  const over = new AbortController();
  // Wired by hand and with a reason of our own, because every turn needs it: see send.ts.
  const stop = (): void => over.abort(TURN_OVER);
  if (signal.aborted) return;
  signal.addEventListener('abort', stop, { once: true });
  const timer = sleep(waitMs, clock, over.signal);
  await Promise.race([news, timer]);
  signal.removeEventListener('abort', stop);
  stop();
  await timer;
}

/**
 * How long until a stage has more to take, and until one checks again; Infinity for never. What is due already was just
 * offered by `take`, or is about to be: the rest of it waits for something other than time.
 */
function nextTimes(
  stages: readonly Stage[],
  clock: Clock,
): { readonly dueInMs: number; readonly lookInMs: number } {
  const nowMs = clock.nowMs();
  const until = (timeOf: (stage: Stage) => number | null) =>
    Math.min(...stages.map((stage) => timeOf(stage) ?? Infinity).filter((ms) => ms > nowMs)) -
    nowMs;
  return {
    dueInMs: until((stage) => stage.nextDueMs()),
    lookInMs: until((stage) => stage.nextRecheckMs?.() ?? null),
  };
}

/** Ends early, without an error, when the signal aborts: the loop checks the signal itself. */
async function sleep(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(Math.max(1, ms), signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

export type StagesBeside = ReturnType<typeof startBeside>;

/**
 * Stages that go on while something else runs, or while a person decides: what they wait for must not make anybody
 * wait.
 */
export function startBeside(
  stages: readonly Stage[],
  runner: StageRunnerOptions,
  signal: AbortSignal,
) {
  const over = new AbortController();
  const done = runStages(stages, runner, AbortSignal.any([signal, over.signal]));
  done.catch(() => undefined); // the runner that takes the stage gets the error
  return {
    /** Work of another stage runner that lasts as long as they do, and fails as they do. */
    stage(): Stage {
      const untaken = [
        async (stop: AbortSignal) => {
          const end = (): void => over.abort(stop.reason);
          stop.addEventListener('abort', end, { once: true });
          await done;
          stop.removeEventListener('abort', end);
          return 'waiting' as const;
        },
      ];
      return { concurrency: 1, take: (limit) => untaken.splice(0, limit), nextDueMs: () => null };
    },
    /** Ends them; resolves when nothing of them runs any more. */
    async stop() {
      over.abort(new Error('the run is over'));
      await Promise.allSettled([done]);
    },
  };
}
