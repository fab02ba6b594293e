/** Remembers in the account's database what was learned about how a service keeps uploads. */
import type { Clock } from '../platform/clock.ts';
import { methodOfText, methodText } from '../digests/file-hash.ts';
import type { State } from '../db/state.ts';
import {
  PAGING_HABITS,
  UPLOADED_HABITS,
  type PagingHabit,
  type ServiceHabits,
  type UploadedHabit,
} from '../pipeline/confirm/service-quirks.ts';

/** Names under which the facts are kept. */
const UPLOADED_FACT = 'uploaded-time';
const HASH_FACT = 'file-hash';
const PAGING_FACT = 'paging';

/** `origin`: scheme, host and port of the service. A fact that this build cannot read counts as unknown. */
export function bindHabits(state: State, origin: string, clock: Clock): ServiceHabits {
  const recall = (name: string) => state.serverFacts.get(origin, name)?.value ?? null;
  const learn = (name: string, value: string): void => {
    if (recall(name) === value) return; // each write waits for the disk
    state.serverFacts.keep({ origin, name, value, learnedAtMs: clock.nowMs() });
  };
  return {
    uploaded: () => oneOf<UploadedHabit>(UPLOADED_HABITS, recall(UPLOADED_FACT)),
    learnUploaded: (habit) => learn(UPLOADED_FACT, habit),
    hashMethod: () => methodOfText(recall(HASH_FACT) ?? ''),
    learnHashMethod: (method) => learn(HASH_FACT, methodText(method)),
    paging: () => oneOf<PagingHabit>(PAGING_HABITS, recall(PAGING_FACT)),
    learnPaging: (habit) => learn(PAGING_FACT, habit),
  };
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}
