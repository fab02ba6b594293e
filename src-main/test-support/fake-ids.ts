/** Identifiers that count up: unique, in order, and the same in every run. */
import type { Ids } from '../platform/ids.ts';

export function makeFakeIds(): Ids {
  let count = 0;
  const next = (digits: number) => (++count).toString(16).padStart(digits, '0');
  return {
    uuid: () => `00000000-0000-4000-8000-${next(12)}`,
    hex: (bytes) => next(bytes * 2),
  };
}
