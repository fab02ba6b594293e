/** Says to screen readers what came of each action, wherever it was asked for. */
import { type ReactElement, type ReactNode, useCallback, useEffect } from 'react';
import type { CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import { useCore } from '../data/bridge-context.ts';
import { OutcomeContext } from '../data/use-action.ts';
import { useAnnounce } from '../ui/feedback/live-region.tsx';
import { outcomeSentence } from '../words/outcome-sentence.ts';
import { useWords } from '../words/words-context.ts';

export function SaidOutcomes({ children }: Readonly<{ children: ReactNode }>): ReactElement {
  const announce = useAnnounce();
  const words = useWords();
  const tell = useCallback(
    <Name extends CallName>(name: Name, output: CallOutput<Name>) => {
      const sentence = outcomeSentence(name, output, words);
      if (sentence !== null) announce(sentence);
    },
    [announce, words],
  );
  const isSignedOut = useCore(({ status }) => status?.session.state === 'signed-out');
  // What was said last is of the account before.
  useEffect(() => {
    if (!isSignedOut) return;
    announce('');
    announce('', 'assertive');
  }, [isSignedOut, announce]);
  return <OutcomeContext value={tell}>{children}</OutcomeContext>;
}
