/** Waits that somebody may end, drawn waits, and work that takes turns. */
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
