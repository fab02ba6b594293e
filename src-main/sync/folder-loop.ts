/**
 * One writer per folder: every reason to look at it goes through this loop. Two passes never overlap, and no wake is
 * ever lost; that is all it knows.
 */

export interface FolderLoop {
  /**
   * Asks for a pass that starts after this call. Resolves when such a pass has ended, rejects with what it threw, or
   * with the signal's reason once the loop is stopped. Wakes during a pass share the next one.
   */
  wake(): Promise<void>;
}

/**
 * `runPass` gets `signal` and ends when it aborts. A failing pass rejects those who waited for it and nothing else:
 * those who woke the loop meanwhile get their own pass.
 */
export function makeFolderLoop(
  runPass: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): FolderLoop {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  /** Takes the turn in one step without a gap: from here on a wake belongs to the pass after this one. */
  async function takeTurn(previous: Promise<void> | null): Promise<void> {
    // Its own waiters hear about a failure; for us it only ends. Without one, the caller's own turn comes first.
    await previous?.catch(() => {});
    running = next;
    next = null;
    try {
      signal.throwIfAborted();
      await runPass(signal);
    } finally {
      if (next === null) running = null;
    }
  }

  return {
    wake() {
      next ??= takeTurn(running);
      return next;
    },
  };
}
