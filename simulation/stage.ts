/** What every world stands on: one clock, work that is due later, and the first thing that went wrong. */
import { makeFakeClock } from '../src-main/test-support/fake-clock.ts';

export function makeStage() {
  const clock = makeFakeClock();
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
  };
  return {
    clock,
    monotonicMs: () => clock.monotonicMs(),
    /** The first stays: what goes wrong after it may be its consequence. */
    fail,
    /** Null while nothing went wrong. */
    failure: () => failure,
    /** Runs `work` in `ms`, whatever becomes of the program. */
    later: (ms: number, work: () => void): void => {
      clock.sleep(ms, never).then(work).catch(fail);
    },
  };
}

const never = new AbortController().signal;
