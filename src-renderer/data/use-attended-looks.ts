/**
 * Looks again and again while somebody is at the page. A page that is left open must not read long lists of the service
 * for ever: it says how old they are, and looks as soon as somebody is back.
 */
import { useEffect } from 'react';

/** After so long without a key, a pointer or a return to the page nobody is taken to be there. */
export const ATTENDED_MS = 10 * 60_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'] as const;

export function useAttendedLooks(look: () => void, everyMs: number): void {
  useEffect(() => {
    let signAtMs = Date.now();
    let missed = false;
    const noteSign = (): void => {
      signAtMs = Date.now();
      if (!missed || document.hidden) return;
      missed = false;
      look();
    };
    const timer = setInterval(() => {
      missed = document.hidden || Date.now() - signAtMs > ATTENDED_MS;
      if (!missed) look();
    }, everyMs);
    for (const sign of SIGNS) window.addEventListener(sign, noteSign, { passive: true });
    document.addEventListener('visibilitychange', noteSign);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, noteSign);
      document.removeEventListener('visibilitychange', noteSign);
    };
  }, [look, everyMs]);
}
