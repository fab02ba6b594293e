/** One answer of the core, kept on screen and asked for again when the core says that it may be different. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import { makeThrottledRefresh } from './throttled-refresh.ts';
import type { PageEvent, PageFault } from '../bridge/bridge.ts';
import { useBridge } from './bridge-context.ts';

export interface Reading<Value> {
  /** The last answer to this question; it stays while a new one is on its way, or cannot be had. */
  readonly value: Value | null;
  readonly readAtMs: number | null;
  readonly fault: PageFault | null;
}

export interface Rereadable<Value> extends Reading<Value> {
  readonly readAgain: () => void;
}

const NOT_READ = { value: null, readAtMs: null, fault: null };

interface Answered<Value> {
  /** What was asked. */
  readonly question: string;
  readonly reading: Reading<Value>;
}

/**
 * An answer is shown under its own question only, unless `placeholder` keeps the answer to the one before until the new
 * one is there: for lists that are searched, never for a price or what can be acted on. Keep `input` and `staleOn` the
 * same objects from one drawing to the next. A snapshot always asks again.
 */
export function useRead<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  staleOn: readonly PageEvent['kind'][],
  placeholder: 'none' | 'previous' = 'none',
): Rereadable<CallOutput<Name>> {
  const { bridge, store } = useBridge();
  const question = useMemo(() => JSON.stringify([name, input]), [name, input]);
  const [answered, setAnswered] = useState<Answered<CallOutput<Name>> | null>(null);
  const [times, setTimes] = useState(0);
  const readAgain = useCallback(() => setTimes((before) => before + 1), []);
  useEffect(() => {
    const asker = makeThrottledRefresh(async (signal) => {
      try {
        const answer = await bridge.call(name, input, signal);
        if (signal.aborted) return;
        setAnswered((before) => ({
          question,
          reading: answer.ok
            ? { value: answer.value, readAtMs: Date.now(), fault: null }
            : { ...readingOf(before, question), fault: answer.fault },
        }));
      } catch (cause) {
        if (!signal.aborted) throw cause;
      }
    });
    if (store.getState().link === 'open') asker.now();
    const stop = bridge.subscribe(({ kind }) => {
      if (kind === 'snapshot') asker.now();
      else if (staleOn.includes(kind)) asker.news();
    });
    return () => {
      stop();
      asker.stop();
    };
  }, [bridge, store, name, input, question, staleOn, times]);
  const shown =
    placeholder === 'previous' ? (answered?.reading ?? NOT_READ) : readingOf(answered, question);
  return { ...shown, readAgain };
}

function readingOf<Value>(answered: Answered<Value> | null, question: string): Reading<Value> {
  return answered?.question === question ? answered.reading : NOT_READ;
}
