/**
 * How many uploads run at once. The pool only counts; how the count follows what happened is a pure rule, so that a
 * steady and an adaptive pace differ in one function. A waiting task has done nothing yet and can be given up freely.
 */

/** `State` is the rule's own memory; feedback is what a finished task reported. */
export interface PaceRule<State, Feedback> {
  readonly first: State;
  readonly next: (state: State, feedback: Feedback) => State;
  /** At least 1. */
  readonly limitOf: (state: State) => number;
}

/** The same number of tasks, whatever happens. Throws unless it is a whole number from 1. */
export function steadyPace(limit: number): PaceRule<number, unknown> {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`limit ${limit}: from 1 on`);
  return { first: limit, next: (state) => state, limitOf: (state) => state };
}

export interface Pool<Feedback> {
  /**
   * Runs the task as soon as a place is free, first come, first served. An abort while waiting rejects with
   * `signal.reason` and the task never starts; once started, the task looks after the signal itself.
   */
  run<Value extends Feedback>(
    task: (signal: AbortSignal) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value>;
  readonly running: () => number;
  readonly waiting: () => number;
}

export function makePool<State, Feedback>(rule: PaceRule<State, Feedback>): Pool<Feedback> {
  const queue = new Set<() => void>();
  let state = rule.first;
  let running = 0;

  function startWaiting(): void {
    for (const start of queue) {
      if (running >= rule.limitOf(state)) return;
      queue.delete(start);
      running += 1;
      start();
    }
  }

  function place(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        queue.delete(start);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      queue.add(start);
      startWaiting();
    });
  }

  return {
    async run(task, signal) {
      signal.throwIfAborted();
      await place(signal);
      try {
        signal.throwIfAborted(); // aborted in the moment between the place and the start
        const value = await task(signal);
        state = rule.next(state, value);
        return value;
      } finally {
        running -= 1;
        startWaiting();
      }
    },
    running: () => running,
    waiting: () => queue.size,
  };
}
