/** The time, as far as words like "2 min ago" need it: it ticks every half minute. */
import { useEffect, useState } from 'react';

const TICK_MS = 30_000;

export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
