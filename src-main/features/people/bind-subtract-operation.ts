/** Remembers in the account's database what a person said this service calls taking credits away. */
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { AdminWords } from './administration.ts';

const SUBTRACT_FACT = 'subtract-word';

/** `origin`: scheme, host and port of the service. */
export function bindAdminWords(
  state: Pick<State, 'serverFacts'>,
  origin: string,
  clock: Clock,
): AdminWords {
  return {
    subtractWord: () => state.serverFacts.get(origin, SUBTRACT_FACT)?.value || null,
    setSubtractWord(word) {
      const value = word?.trim() ?? ''; // empty: forgotten
      state.serverFacts.keep({ origin, name: SUBTRACT_FACT, value, learnedAtMs: clock.nowMs() });
    },
  };
}
