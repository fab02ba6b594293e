/**
 * The queue, read again when it may be different. The core looks at every waiting file to put them in order, so a long
 * queue is asked for less often: what it costs is never more than a tenth of the time.
 */
import { useCallback, useEffect, useState } from 'react';
import type { TransferView } from '../../../src-shared/bridge/transfer-calls.ts';
import type { PageEvent, PageFault } from '../../bridge/bridge.ts';
import { useBridge } from '../../data/bridge-context.ts';

const SHOWN = { first: 0, count: 300 };
const SOONEST_MS = 200; // at once, as far as anybody can see
const REST_FOR_WORK = 9;

const MAY_CHANGE: ReadonlySet<PageEvent['kind']> = new Set([
  'transfers-changed',
  'files-changed',
  'waiting',
]);

/** How long to rest before the next reading, when the last one took so long. */
export function restMs(tookMs: number): number {
  return Math.max(SOONEST_MS, tookMs * REST_FOR_WORK);
}

export interface Queue {
  /** The last one that was read. */
  readonly queue: TransferView | null;
  readonly fault: PageFault | null;
  readonly readAgain: () => void;
}

export function useQueue(): Queue {
  const { bridge, store } = useBridge();
  const [queue, setQueue] = useState<TransferView | null>(null);
  const [fault, setFault] = useState<PageFault | null>(null);
  const [turn, setTurn] = useState(0);
  const readAgain = useCallback(() => setTurn((before) => before + 1), []);
  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isReading = false;
    let isStale = false;
    let rest = SOONEST_MS;

    const read = async () => {
      timer = null;
      isReading = true;
      isStale = false;
      const beganMs = performance.now();
      try {
        const answer = await bridge.call('transfers.view', SHOWN, ended.signal);
        setFault(answer.ok ? null : answer.fault);
        if (answer.ok) setQueue(answer.value);
      } catch (cause) {
        if (!ended.signal.aborted) throw cause;
        return;
      }
      isReading = false;
      rest = restMs(performance.now() - beganMs);
      if (isStale) plan();
    };
    const plan = () => {
      isStale = true;
      if (!isReading) timer ??= setTimeout(() => void read(), rest);
    };

    const stop = bridge.subscribe(({ kind }) => {
      if (kind === 'snapshot' || MAY_CHANGE.has(kind)) plan();
    });
    if (store.getState().link === 'open') void read();
    return () => {
      stop();
      ended.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [bridge, store, turn]);
  return { queue, fault, readAgain };
}
