/**
 * Tells the stage runner that there may be work now, because of a hint or a person. The signal carries no data; the
 * receiver checks for itself.
 */
export interface WakeSource {
  /** Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void;
}

export interface WakeSignal extends WakeSource {
  wake(): void;
}

export function makeWakeSignal(): WakeSignal {
  const listeners = new Set<() => void>();
  return {
    wake() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
