/**
 * How something outside the stage runner says that there may be work now: a hint, a person. It carries no news; whoever is
 * woken looks for itself.
 */
export interface WakeSource {
  /** Returns the function that takes the listener away. */
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
