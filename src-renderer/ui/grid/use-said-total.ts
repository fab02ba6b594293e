/** Says to screen readers how many rows a list has once somebody has changed what it shows: what changes by itself is not said. */
import { useEffect, useRef } from 'react';
import { useAnnounce } from '../feedback/live-region.tsx';

/** `total`: null until the rows of this `filter` were counted; `filter`: the same object while nothing is changed. */
export function useSaidTotal(
  total: number | null,
  filter: unknown,
  sentence: (total: number) => string,
): void {
  const announce = useAnnounce();
  const said = useRef(filter);
  useEffect(() => {
    if (total === null || said.current === filter) return;
    said.current = filter;
    announce(sentence(total));
  }, [announce, filter, sentence, total]);
}
