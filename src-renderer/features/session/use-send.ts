/** Sends a form's call once at a time and keeps what became of it, in a sentence. */
import type { CallInput, CallName } from '../../../src-shared/bridge/calls.ts';
import { useSend as useFacts } from '../../data/use-send.ts';
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
  const { isPending, fault, send } = useFacts(name);
  return { isPending, send, problem: fault === null ? null : faultSentence(fault, words) };
}
