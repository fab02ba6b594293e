/** Says to screen readers what came of each action, wherever it was asked for. */
import { type ReactElement, type ReactNode, useCallback, useEffect } from 'react';
import type { CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import { useCore } from '../data/bridge-context.ts';
import { useIsLeft } from '../data/use-is-left.ts';
import { OutcomeContext } from '../data/use-action.ts';
import { useAnnounce } from '../ui/feedback/live-region.tsx';
import { useWords } from '../words/words-context.ts';
import type { Change } from '../../src-shared/model/changes/change.ts';
import { changeName, outcomeText } from '../words/change-outcome.ts';
import type { Words } from '../words/en.ts';

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
  const isLeft = useIsLeft();
  const { session } = words;
  // What was said last is of the account before.
  useEffect(() => {
    if (!isSignedOut) return;
    announce(isLeft ? session.isLeft : '');
    announce('', 'assertive');
  }, [isSignedOut, isLeft, session, announce]);
  return <OutcomeContext value={tell}>{children}</OutcomeContext>;
}

type Sentences = { readonly [Name in CallName]?: (output: CallOutput<Name>) => string };

/**
 * What came of an action, in a sentence for whoever cannot see that the screen changed. Null where the screen that asks
 * says it itself, or another page follows.
 */
function outcomeSentence<Name extends CallName>(
  name: Name,
  output: CallOutput<Name>,
  words: Words,
): string | null {
  const sentences: Sentences = {
    ...words.outcomes,
    'outbox.resolve': changed,
    'outbox.choose': changed,
    'outbox.fixEmail': changed,
  };
  return sentences[name]?.(output) ?? null;

  function changed(change: Change): string {
    return `${changeName(change, words)}: ${outcomeText(change, words)}`;
  }
}
