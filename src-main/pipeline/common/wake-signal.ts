/**
 * Tells the stage runner that there may be work now, because of a hint or a person. The signal carries no data; the
 * receiver checks for itself.
 */
import { makeListeners } from '../../../src-shared/model/listeners.ts';

export interface WakeSource {
  /** Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void;
}

export type WakeSignal = ReturnType<typeof makeWakeSignal>;

export function makeWakeSignal() {
  const { on: subscribe, tell: wake } = makeListeners();
  return { subscribe, wake };
}
