/** Whether an element is narrower than what it holds, so that it has to be scrolled sideways to be read. */
import { useEffect, useState, type RefObject } from 'react';

export function useIsCut(element: RefObject<HTMLElement | null>): boolean {
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const look = () => setIsCut(current.scrollWidth > current.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [element]);
  return isCut;
}
