/**
 * Reads again when there is news, without overloading the core: never while an answer is awaited, and after a slow
 * answer only after a pause. All news meanwhile leads to one more read, and none is lost.
 */

/** Reading takes a fifth of the time at most. */
const REST_FACTOR = 4;
/** What is on screen is not older than this, and the time of an answer. */
const MOST_REST_MS = 10_000;

export type ThrottledRefresh = ReturnType<typeof makeThrottledRefresh>;

/**
 * `ask` resolves when the answer is there, also when its signal was aborted; its errors are bugs. `leastRestMs`: between one
 * answer and the next question, for what is asked of more than the core.
 */
export function makeThrottledRefresh(ask: (signal: AbortSignal) => Promise<void>, leastRestMs = 0) {
  let turn: AbortController | null = null;
  let isStale = false;
  let restsUntilMs = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const begin = async () => {
    const mine = new AbortController();
    turn = mine;
    isStale = false;
    timer = null;
    const fromMs = performance.now();
    try {
      await ask(mine.signal);
    } finally {
      if (turn === mine) {
        turn = null;
        const nowMs = performance.now();
        const restMs = Math.min((nowMs - fromMs) * REST_FACTOR, MOST_REST_MS);
        restsUntilMs = nowMs + Math.max(restMs, leastRestMs);
        if (isStale) news();
      }
    }
  };

  /** The answer may be another one now. */
  const news = () => {
    const restsForMs = restsUntilMs - performance.now();
    if (turn !== null) isStale = true;
    else if (restsForMs > 0) timer ??= setTimeout(() => void begin(), restsForMs);
    else void begin();
  };

  return {
    news,
    /** The signal of a read in progress is aborted. */
    stop: () => {
      turn?.abort();
      turn = null;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
