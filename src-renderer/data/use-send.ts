/** One call at a time that changes something, and what became of it. It is not given up when the screen goes. */
import { useState } from 'react';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import { useCall } from './bridge-context.ts';
import type { PageFault } from '../bridge/bridge.ts';

export interface Sending<Name extends CallName> {
  readonly isPending: boolean;
  /** Why the last one was not done. */
  readonly fault: PageFault | null;
  readonly send: (input: CallInput<Name>, onDone: (output: CallOutput<Name>) => void) => void;
  /** The fault was read. */
  readonly forget: () => void;
}

export function useSend<Name extends CallName>(name: Name): Sending<Name> {
  const call = useCall(name);
  const [isPending, setIsPending] = useState(false);
  const [fault, setFault] = useState<PageFault | null>(null);

  const finish = async (
    answer: ReturnType<typeof call>,
    onDone: (output: CallOutput<Name>) => void,
  ) => {
    const result = await answer;
    setIsPending(false);
    if (result.ok) onDone(result.value);
    else setFault(result.fault);
  };

  return {
    isPending,
    fault,
    send: (input, onDone) => {
      setIsPending(true);
      setFault(null);
      void finish(call(input), onDone);
    },
    forget: () => setFault(null),
  };
}
