/** A typed value once the typing has paused, for what costs too much to do at every key. */
import { useEffect, useState } from 'react';

const PAUSE_MS = 400;

export function useDebounced<Value>(value: Value): Value {
  const [settled, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
