/** What every world stands on: one clock, work that is due later, and the first thing that went wrong. */
import { makeFakeClock } from '../src-main/test-support/fake-clock.ts';
import { Violation } from './violation.ts';

export type Stage = ReturnType<typeof makeStage>;

export function makeStage() {
  const clock = makeFakeClock();
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
  };
  const stage = {
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
    /** Lets time go on until the work is done or something fails. Resolves to the number of events that it took. */
    play: async (work: () => Promise<void>, mostEvents: number): Promise<number> => {
      const progress = { isDone: false };
      const end = async (): Promise<void> => {
        await work();
        progress.isDone = true;
      };
      end().catch(fail);
      let events = 0;
      while (!progress.isDone && stage.failure() === null) {
        events += 1;
        const hasMoved = await clock.step();
        if (!hasMoved && !progress.isDone) fail(new Violation(20, 'everything waits for nothing'));
        if (events > mostEvents) fail(new Violation(20, `no rest after ${events} events`));
      }
      return events;
    },
  };
  return stage;
}

const never = new AbortController().signal;
