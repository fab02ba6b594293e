/** What something costs. An estimate says "about" until the service's own charges have confirmed the rule. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';

export function Cost({
  credits,
  isExact,
}: Readonly<{ credits: number; isExact: boolean }>): ReactElement {
  const { ui } = useWords();
  return <span>{ui.price(credits, isExact)}</span>;
}
