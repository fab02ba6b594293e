/** Whoever wants to hear of something. */
export function makeListeners<Told extends readonly unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>();
  return {
    /** The listener hears of it until the returned function is called. */
    on: (listener: (...told: Told) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (...told: Told): void => {
      for (const listener of listeners) listener(...told);
    },
    clear: (): void => listeners.clear(),
  };
}
