/** Shows why something could not be read or done, where it would appear, and offers a retry. */
import type { ReactElement } from 'react';
import { faultSentence, type SaidFault } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { topicOfFault } from '../../../src-shared/model/text/guide-topics.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { HealthBanner } from './health-banner.tsx';
import { HelpMark } from '../help/help-mark.tsx';

/** `fault`: of what was to be read; null: there is nothing. */
export function ErrorNotice({
  fault,
  onTryAgain,
}: Readonly<{ fault: SaidFault | null; onTryAgain?: () => void }>): ReactElement | null {
  const words = useWords();
  if (fault === null) return null;
  const topic = topicOfFault(fault);
  const title =
    fault.kind === 'unavailable' ? words.faults.unavailable(fault) : faultSentence(fault, words);
  return (
    <div role="alert">
      <HealthBanner severity="attention" title={title}>
        {topic !== undefined && <HelpMark topic={topic} />}
        {onTryAgain !== undefined && (
          <Button isSmall onPress={onTryAgain}>
            {words.faults.tryAgain}
          </Button>
        )}
      </HealthBanner>
    </div>
  );
}

/** In the place of what is being read: that it is on its way, or why it cannot be had. What was read before stays below. */
export function LoadState({
  value,
  fault,
  onTryAgain,
  lines,
}: Readonly<{
  /** Null: not there yet. */
  value: unknown;
  fault: SaidFault | null;
  onTryAgain: () => void;
  /** Whose place is held. */
  lines: number;
}>): ReactElement {
  return (
    <>
      <ErrorNotice fault={fault} onTryAgain={onTryAgain} />
      {value === null && fault === null && <Skeleton lines={lines} />}
    </>
  );
}

/** The sentence alone, beside what was pressed. */
export function FaultText({ fault }: Readonly<{ fault: SaidFault | null }>): ReactElement | null {
  const words = useWords();
  return fault === null ? null : <span role="alert">{faultSentence(fault, words)}</span>;
}
