/**
 * Whether somebody has gone anywhere since the page was opened. The first page is not gone to: the focus stays where the
 * browser begins. An address that is typed looks like the first one to a router, so this is remembered here.
 */
import { createContext } from 'react';

export interface Arrival {
  /** To be asked by each page as it is shown, with its path. */
  readonly isFirst: (pathname: string) => boolean;
}

export function makeArrival(): Arrival {
  let first: string | null = null;
  let hasLeft = false;
  return {
    isFirst(pathname) {
      first ??= pathname;
      hasLeft ||= pathname !== first;
      return !hasLeft;
    },
  };
}

/** Null where nobody remembers, as in a single screen. */
export const ArrivalContext = createContext<Arrival | null>(null);
