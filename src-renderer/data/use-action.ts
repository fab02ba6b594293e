/** A person's actions, one at a time, and how the last one ended. An action continues when the screen closes. */
import { useMutation } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { PageFault } from '../bridge/bridge.ts';
import { useBridge } from './bridge-context.ts';
import { faultOf, valueOf } from './query-client.ts';

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
  /** `onDone` is called when the work gave a value, also after the screen has closed. */
  readonly run: <Value>(
    work: (ask: Ask) => Promise<Result<Value, PageFault>>,
    onDone?: (value: Value) => void,
  ) => void;
}

type Tell = <Name extends CallName>(name: Name, output: CallOutput<Name>) => void;

/** Is told of each call of an action that was carried out. */
export const OutcomeContext = createContext<Tell>(() => undefined);

/** Work that may take several calls. */
export function useAction(): Action {
  const { bridge } = useBridge();
  const tell = useContext(OutcomeContext);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (work: () => Promise<() => void>) => work(),
    onSuccess: (finish) => finish(),
  });
  return {
    isPending,
    fault: faultOf(error),
    run: (work, onDone) =>
      mutate(async () => {
        const { signal } = new AbortController();
        const ask: Ask = async (name, input) => {
          const result = await bridge.call(name, input, signal);
          if (result.ok) tell(name, result.value);
          return result;
        };
        const value = valueOf(await work(ask));
        return () => onDone?.(value);
      }),
    forget: reset,
  };
}

export interface Sending<Name extends CallName> extends ActionState {
  readonly send: (input: CallInput<Name>, onDone?: (output: CallOutput<Name>) => void) => void;
}

/** One call. */
export function useSend<Name extends CallName>(name: Name): Sending<Name> {
  const { run, ...state } = useAction();
  return { ...state, send: (input, onDone) => run((ask) => ask(name, input), onDone) };
}
