/** Something a person does that may take several calls, one at a time, and what became of it. */
import { useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { Result } from '../../src-shared/model/result.ts';
import { useBridge } from './bridge-context.ts';
import type { PageFault } from '../bridge/bridge.ts';

export type Ask = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
) => Promise<Result<CallOutput<Name>, PageFault>>;

export interface Deed {
  readonly isPending: boolean;
  /** Why the last one was not done. */
  readonly fault: PageFault | null;
  /** Not given up when the screen goes. `onDone` is called when the work gave a value. */
  readonly run: <Value>(
    work: (ask: Ask) => Promise<Result<Value, PageFault>>,
    onDone?: (value: Value) => void,
  ) => void;
  /** The fault was read. */
  readonly forget: () => void;
}

export function useDeed(): Deed {
  const { bridge } = useBridge();
  const [isPending, setIsPending] = useState(false);
  const [fault, setFault] = useState<PageFault | null>(null);

  const finish = async <Value>(
    work: (ask: Ask) => Promise<Result<Value, PageFault>>,
    onDone: ((value: Value) => void) | undefined,
  ) => {
    const { signal } = new AbortController();
    const result = await work((name, input) => bridge.call(name, input, signal));
    setIsPending(false);
    if (result.ok) onDone?.(result.value);
    else setFault(result.fault);
  };

  return {
    isPending,
    fault,
    run: (work, onDone) => {
      setIsPending(true);
      setFault(null);
      void finish(work, onDone);
    },
    forget: () => setFault(null),
  };
}
