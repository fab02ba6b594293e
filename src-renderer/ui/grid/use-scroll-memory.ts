/** How far down a list was, for the way back to it. Kept while the page is open. */
import { useMemo } from 'react';
import { useLocation } from 'react-router';

export interface ScrollMemory {
  /** In pixels; 0 where nobody was. */
  readonly top: () => number;
  readonly keep: (topPx: number) => void;
}

const MOST_PLACES = 100;
/** By the visit of an address, the latest last. */
const tops = new Map<string, number>();

export function useScrollMemory(): ScrollMemory {
  const { key } = useLocation();
  return useMemo(
    () => ({
      top: () => tops.get(key) ?? 0,
      keep(topPx) {
        tops.delete(key);
        tops.set(key, topPx);
        for (const oldest of tops.keys()) {
          if (tops.size <= MOST_PLACES) break;
          tops.delete(oldest);
        }
      },
    }),
    [key],
  );
}
