/** The time, as far as words like "2 min ago" need it: it ticks every half minute, or as often as is asked for. */
import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

export function useNow(tickMs = TICK_MS): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return nowMs;
}
