/** A person's actions, one at a time, and how the last one ended. An action continues when the screen closes. */
import { useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { PageFault } from '../bridge/bridge.ts';
import { useBridge } from './bridge-context.ts';

export type Ask = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
) => Promise<Result<CallOutput<Name>, PageFault>>;

interface ActionState {
  readonly isPending: boolean;
  /** Why the last one was not done. */
  readonly fault: PageFault | null;
  /** The fault was read. */
  readonly forget: () => void;
}

export interface Action extends ActionState {
  /** `onDone` is called when the work gave a value. */
  readonly run: <Value>(
    work: (ask: Ask) => Promise<Result<Value, PageFault>>,
    onDone?: (value: Value) => void,
  ) => void;
}

/** Work that may take several calls. */
export function useAction(): Action {
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

export interface Sending<Name extends CallName> extends ActionState {
  readonly send: (input: CallInput<Name>, onDone: (output: CallOutput<Name>) => void) => void;
}

/** One call. */
export function useSend<Name extends CallName>(name: Name): Sending<Name> {
  const { run, ...state } = useAction();
  return { ...state, send: (input, onDone) => run((ask) => ask(name, input), onDone) };
}
