/**
 * Takes the focus when it has just been lost: what was pressed went away, and what it led to is shown here. Whoever is
 * somewhere else on the page stays there.
 */
import { useEffect, useRef, type RefObject } from 'react';

/** For an element with `tabIndex={-1}`. `turn`: something that is another one each time there is news. */
export function useKeptFocus<Shown extends HTMLElement>(turn: unknown): RefObject<Shown | null> {
  const place = useRef<Shown>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) place.current?.focus();
  }, [turn]);
  return place;
}
