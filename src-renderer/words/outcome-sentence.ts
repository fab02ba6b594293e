/** What came of an action, in a sentence for whoever cannot see that the screen changed. */
import type { CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { Change } from '../../src-shared/model/changes/change.ts';
import { changeName, outcomeText } from './change-outcome.ts';
import type { Words } from './en.ts';

type Sentences = { readonly [Name in CallName]?: (output: CallOutput<Name>) => string };

/** Null where the screen that asks says it itself, or another page follows. */
export function outcomeSentence<Name extends CallName>(
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
