/**
 * Turns an abort into one that has patience once the closing bytes have left: the answer is probably on its way, and
 * without it a person would have to be asked whether the upload was paid for.
 */
import type { Clock } from '../ports/clock.ts';

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
  const over = new AbortController();
  let isTailReleased = false;

  async function wait(): Promise<void> {
    try {
      await clock.sleep(patienceMs, over.signal);
    } catch (error) {
      if (!over.signal.aborted) throw error;
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
      over.abort();
      original.removeEventListener('abort', onAbort);
    },
  };
}
