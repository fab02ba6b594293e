/** Rows hold still while somebody is at them; what came since waits behind a button. */
import { useEffect, useState } from 'react';

/** A list that can be held, as `useFileRange` and `useHeldRange` give it. */
export interface HeldRange {
  readonly total: number | null;
  /** Whether rows keep their places from now on, since somebody is at them. */
  readonly hold: (isHeld: boolean) => void;
  /** Shows what came since the list is held. */
  readonly catchUp: () => void;
}

/** `isAtWork`: somebody is at the rows whatever they point at, such as with some chosen. The first two are for the `DataGrid`. */
export function useHeldList({ total, hold, catchUp }: HeldRange, isAtWork = false) {
  const [isAttended, setAttended] = useState(false);
  const isHeld = (total ?? 0) > 0 && (isAttended || isAtWork);
  useEffect(() => hold(isHeld), [hold, isHeld]);
  const [topAsked, setTopAsked] = useState(0);
  return {
    onAttend: setAttended,
    goToTop: topAsked,
    /** Everything anew, from the first row on. */
    showArrived: () => {
      catchUp();
      setTopAsked((times) => times + 1);
    },
  };
}
