/**
 * Turns an abort into one that has patience once the closing bytes have left: the answer is probably on its way, and
 * without it a person would have to be asked whether the upload was paid for.
 */
import type { Clock } from '../../../platform/clock.ts';

export interface PatientStop {
  /** Aborts with the original's reason: at once before the tail, after the patience from then on. */
  readonly signal: AbortSignal;
  tailReleased(): void;
  /** To be called when the work is over: leaves no timer and no listener behind. */
  end(): void;
}

export function makePatientStop(
  original: AbortSignal,
  { clock, patienceMs }: { readonly clock: Clock; readonly patienceMs: number },
): PatientStop {
  const stop = new AbortController();
  /** Ends the patience; most work is over before it begins. */
  let over: AbortController | null = null;
  let isTailReleased = false;

  async function wait(): Promise<void> {
    const mine = (over = new AbortController());
    try {
      await clock.sleep(patienceMs, mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) throw error;
      return; // the answer came in time
    }
    stop.abort(original.reason);
  }
  const onAbort = (): void => {
    if (isTailReleased) void wait();
    else stop.abort(original.reason);
  };
  if (original.aborted) stop.abort(original.reason);
  else original.addEventListener('abort', onAbort, { once: true });

  return {
    signal: stop.signal,
    tailReleased() {
      isTailReleased = true;
    },
    end() {
      over?.abort();
      original.removeEventListener('abort', onAbort);
    },
  };
}
