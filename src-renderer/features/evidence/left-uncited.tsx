/** Chosen files that a text or a label says nothing of, and why. */
import type { ReactElement } from 'react';
import type { LeftUncited } from '../../../src-shared/model/proofs/cited-records.ts';
import { useWords } from '../../words/words-context.ts';

export function LeftUncitedNote({ left }: Readonly<{ left: LeftUncited }>): ReactElement {
  const { leftUncited } = useWords().evidence;
  return (
    <>
      {(['unproven', 'unseen', 'byRules'] as const)
        .filter((why) => left[why] > 0)
        .map((why) => (
          <p key={why}>{leftUncited[why](left[why])}</p>
        ))}
    </>
  );
}
