/** The speed of every file that is being sent, kept while the screen is shown. */
import { useCallback, useEffect, useState } from 'react';
import { useBridge } from './bridge-context.ts';
import { speedOf, withProgress, type Marks } from '../../src-shared/model/files/sending-speed.ts';

const NOTHING: Marks = new Map();
const SILENT_MS = 1_000;

/** Bytes per second of a file over the last seconds until now; null while that is not known, or nothing moves. */
export function useSpeeds(): (fileId: string) => number | null {
  const { store } = useBridge();
  const [marks, setMarks] = useState(NOTHING);
  const mark = useCallback(
    () => setMarks((known) => withProgress(known, store.getState().progress, Date.now())),
    [store],
  );
  useEffect(
    () =>
      store.subscribe(({ progress }, before) => {
        if (progress !== before.progress) mark();
      }),
    [store, mark],
  );
  useEffect(() => {
    if (marks.size === 0) return undefined;
    // A silent line reports nothing: without a look of its own the last speed would stay.
    const timer = setTimeout(mark, SILENT_MS);
    return () => clearTimeout(timer);
  }, [marks, mark]);
  return (fileId) => speedOf(marks, fileId);
}
