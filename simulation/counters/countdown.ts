/** Counts the moments of one kind and knows the k-th. */
export interface Countdown {
  /** Another moment has come; true when it is the k-th. */
  isStruck(): boolean;
  /** Whether there were k of them. */
  readonly isReached: () => boolean;
  readonly seen: () => number;
}

export function makeCountdown(k: number): Countdown {
  let seen = 0;
  return {
    isStruck() {
      seen += 1;
      return seen === k;
    },
    isReached: () => seen >= k,
    seen: () => seen,
  };
}
