/** Waits that somebody may end or that end by themselves, drawn waits, times that were noted, and work that takes turns. */
import type { Clock } from './clock.ts';

/** Several callers may share one piece of work: a caller that stops waiting does not end it for the others. */
export async function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  signal.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Work that must not overlap: each piece begins when the one before has ended, in the order of the calls. */
export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** A piece that rejects holds up nothing; its caller gets the error. */
export function makeInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Resolves after `ms`, or at once when somebody wakes it. Rejects with the reason of `signal`. */
export async function sleepOrWake(
  clock: Clock,
  ms: number,
  wake: AbortSignal,
  signal: AbortSignal,
): Promise<void> {
  try {
    await clock.sleep(ms, AbortSignal.any([signal, wake]));
  } catch (error) {
    signal.throwIfAborted();
    if (!wake.aborted) throw error;
  }
}

/**
 * As an abort's reason: the person abandons the upload, so the service may forget what it has of it. Any other abort
 * keeps that for later. It is in this folder because the modules that stop an upload and those that send it must not
 * import each other.
 */
export class UploadCancelled extends Error {
  constructor() {
    super('the upload was cancelled');
    this.name = 'UploadCancelled';
  }
}

// Drawn waits. A thousand computers whose instruments, outages or mornings begin together must not ask a
// service together. Pure; `chance` is a number between 0 and 1, drawn anew for every wait.

/** A part of the wait that is added at most. */
const SHARE = 0.2;

/** At least `ms`, and up to a fifth more. */
export function spreadMs(ms: number, chance: number): number {
  return ms * (1 + SHARE * chance);
}

/**
 * The wait before try number `tries` + 1: from `firstMs` doubled up to `longestMs`, of which the drawn one is at least
 * half.
 */
export function growingWaitMs(
  tries: number,
  { firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number },
  chance: number,
): number {
  return Math.min(longestMs, firstMs * 2 ** tries) * (0.5 + chance / 2);
}

/** A number between 0 and 1 that stays the same for this identifier, for waits that are computed again and again. */
export function chanceOf(id: string): number {
  const digits = /^[0-9a-f]{8}/i.exec(id)?.[0] ?? '0';
  return Number.parseInt(digits, 16) / 2 ** 32;
}

export const TOO_LATE = Symbol('too late');

export type TimeLimit = ReturnType<typeof makeTimeLimit>;

interface Wait {
  readonly untilMs: number;
  readonly stop: AbortController;
}

/**
 * Ends waits that take too long, with one timer for all of them: a timer for each of a million directories would cost
 * as much as reading them.
 * `signal` ends all waits with its reason, and stops the timer.
 */
export function makeTimeLimit(limitMs: number, clock: Clock, signal: AbortSignal) {
  /** In the order in which they end. */
  const waits = new Set<Wait>();
  let isWatching = false;

  /** Ends with the last wait, or with `signal`. */
  async function watch(): Promise<void> {
    isWatching = true;
    try {
      for (let [first] = waits; first !== undefined && !signal.aborted; [first] = waits) {
        const leftMs = first.untilMs - clock.monotonicMs();
        if (leftMs > 0) {
          await clock.sleep(leftMs, signal);
        } else {
          waits.delete(first);
          first.stop.abort(TOO_LATE);
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      isWatching = false;
    }
  }

  signal.addEventListener('abort', () => {
    for (const { stop } of waits) stop.abort(signal.reason);
  });

  return {
    /**
     * Does `work`, and aborts it when the limit is over or `signal` aborts; it must then reject with the reason. Resolves
     * with `TOO_LATE` at the limit.
     */
    async during<Value>(
      work: (signal: AbortSignal) => Promise<Value>,
    ): Promise<Value | typeof TOO_LATE> {
      signal.throwIfAborted();
      const stop = new AbortController();
      const wait = { untilMs: clock.monotonicMs() + limitMs, stop };
      waits.add(wait);
      if (!isWatching) void watch();
      try {
        return await work(stop.signal);
      } catch (error) {
        if (error === TOO_LATE) return TOO_LATE;
        throw error;
      } finally {
        waits.delete(wait);
      }
    },
  };
}

/**
 * How long ago something was noted by the wall clock, such as the loss of an answer. Setting that clock must neither
 * shorten nor prolong a wait. While the process runs, the steady clock counts. A note of an earlier run is trusted. A
 * note in the future was written before the clock went back: the wait continues from there.
 */
export function makeNotedTimes(clock: Clock) {
  /** By how much a key's time is ahead of the steady clock. */
  const offsetsMs = new Map<string, number>();

  function offsetOf(key: string, lastNotedMs: number): number {
    const monotonicMs = clock.monotonicMs();
    const knownMs = offsetsMs.get(key) ?? clock.nowMs() - monotonicMs;
    const offsetMs = Math.max(knownMs, lastNotedMs - monotonicMs);
    offsetsMs.set(key, offsetMs);
    return offsetMs;
  }

  return {
    /**
     * Now, in the time of the notes under this key; `lastNotedMs`: the latest of them. Never earlier than it, and never
     * going back.
     */
    nowMs: (key: string, lastNotedMs: number): number =>
      Math.round(clock.monotonicMs() + offsetOf(key, lastNotedMs)),
    /** What that time was, or will be, at a moment of the steady clock. */
    at: (key: string, lastNotedMs: number, monotonicMs: number): number =>
      Math.round(monotonicMs + offsetOf(key, lastNotedMs)),
    /** When the steady clock shows a moment of that time. */
    monotonicMs: (key: string, lastNotedMs: number, atMs: number): number =>
      atMs - offsetOf(key, lastNotedMs),
  };
}
export type NotedTimes = ReturnType<typeof makeNotedTimes>;
