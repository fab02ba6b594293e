/** Sends a form's call once at a time and keeps what became of it. */
import { useState } from 'react';
import type { CallInput, CallName } from '../../../src-shared/bridge/calls.ts';
import { useCall } from '../../bridge/bridge-context.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';

export interface Sending<Name extends CallName> {
  readonly isPending: boolean;
  /** Why it was not done, in a sentence. */
  readonly problem: string | null;
  readonly send: (input: CallInput<Name>, onDone: () => void) => void;
}

export function useSend<Name extends CallName>(name: Name): Sending<Name> {
  const words = useWords();
  const call = useCall(name);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const finish = async (answer: ReturnType<typeof call>, onDone: () => void) => {
    const result = await answer;
    setIsPending(false);
    if (result.ok) onDone();
    else setProblem(faultSentence(result.fault, words));
  };

  return {
    isPending,
    problem,
    send: (input, onDone) => {
      setIsPending(true);
      setProblem(null);
      void finish(call(input), onDone);
    },
  };
}
