/** The speed of every file that is being sent, kept while the screen is shown. */
import { useEffect, useState } from 'react';
import { useBridge } from './bridge-context.ts';
import { speedOf, withProgress, type Marks } from '../../src-shared/model/files/sending-speed.ts';

const NOTHING: Marks = new Map();

/** Bytes per second of a file; null while that is not known. */
export function useSpeeds(): (fileId: string) => number | null {
  const { store } = useBridge();
  const [marks, setMarks] = useState(NOTHING);
  useEffect(
    () =>
      store.subscribe(({ progress }, before) => {
        if (progress !== before.progress) {
          setMarks((known) => withProgress(known, progress, Date.now()));
        }
      }),
    [store],
  );
  return (fileId) => speedOf(marks, fileId);
}
