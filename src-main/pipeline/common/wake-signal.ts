/**
 * Tells the stage runner that there may be work now, because of a hint or a person. The signal carries no data; the
 * receiver checks for itself.
 */
import { makeListeners } from '../../../src-shared/model/listeners.ts';

export interface WakeSource {
  /** Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void;
}

export interface WakeSignal extends WakeSource {
  wake(): void;
}

export function makeWakeSignal(): WakeSignal {
  const { on: subscribe, tell: wake } = makeListeners();
  return { subscribe, wake };
}
