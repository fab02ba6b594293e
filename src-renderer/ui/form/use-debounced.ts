/** A typed value once the typing has paused, for what costs too much to do at every key. */
import { useEffect, useState } from 'react';

const PAUSE_MS = 400;

export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
