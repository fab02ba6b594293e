/** A verdict in words: one title, and what it means. Pure. */
import type { Verification } from '../../../src-shared/model/proofs/verdict.ts';
import type { Words } from '../../words/en.ts';

export interface SaidVerdict {
  readonly title: string;
  readonly text: string;
}

export function sayVerdict(
  verification: Pick<Verification, 'verdict'>,
  { verdicts, figures }: Pick<Words, 'verdicts' | 'figures'>,
): SaidVerdict {
  return {
    title: verdicts.labels[verification.verdict.kind],
    text: verdicts.text(verification, { moment: figures.utcMoment, size: figures.size }),
  };
}
