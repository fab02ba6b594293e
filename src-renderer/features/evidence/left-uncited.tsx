/** Chosen files that a text or a label says nothing of, and why, and those that are no longer here as they were notarized. */
import type { ReactElement } from 'react';
import type { LeftUncited, PastFile } from '../../../src-shared/model/proofs/cited-records.ts';
import { useWords } from '../../words/words-context.ts';

export function LeftUncitedNote({
  left,
  past,
}: Readonly<{ left: LeftUncited; past: Readonly<Record<PastFile, number>> }>): ReactElement {
  const { leftUncited, pastFiles } = useWords().evidence;
  return (
    <>
      {(['unproven', 'unread', 'unseen', 'contradicted', 'byRules'] as const)
        .filter((why) => left[why] > 0)
        .map((why) => (
          <p key={why}>{leftUncited[why](left[why])}</p>
        ))}
      {(['changed', 'missing'] as const)
        .filter((kind) => past[kind] > 0)
        .map((kind) => (
          <p key={kind}>{pastFiles[kind](past[kind])}</p>
        ))}
    </>
  );
}
