import type { Clock } from './clock.ts';

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
