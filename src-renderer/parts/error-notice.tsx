/** Shows why something could not be read or done, where it would appear, and offers a retry. */
import type { ReactElement } from 'react';
import { faultSentence, type SaidFault } from '../words/fault-sentence.ts';
import { useWords } from '../words/words-context.ts';
import { HELP_TOPICS, type HelpTopic } from '../paths.ts';
import { Button } from '../ui/layout/button.tsx';
import { HealthBanner } from './health-banner.tsx';
import { HelpMark } from './help-mark.tsx';

/** Paragraphs of the guide that say more than the sentence. */
const FAULT_TOPICS: Readonly<Partial<Record<SaidFault['kind'], HelpTopic>>> = {
  unavailable: HELP_TOPICS.unreachable,
  'not-the-service': HELP_TOPICS.unreachable,
  'not-signed-in': HELP_TOPICS.sessionEnded,
  'no-such-folder': HELP_TOPICS.unwatchable,
  'unreadable-folder': HELP_TOPICS.unwatchable,
  'inside-watched': HELP_TOPICS.unwatchable,
  'contains-watched': HELP_TOPICS.unwatchable,
  'holds-own-data': HELP_TOPICS.unwatchable,
  'too-large': 'when-something-is-wrong#held--larger-than-25-gb',
};

/** `fault` null: there is nothing. */
export function ErrorNotice({
  fault,
  onTryAgain,
}: Readonly<{ fault: SaidFault | null; onTryAgain?: () => void }>): ReactElement | null {
  const words = useWords();
  if (fault === null) return null;
  const topic = FAULT_TOPICS[fault.kind];
  return (
    <div role="alert">
      <HealthBanner severity="attention" title={faultSentence(fault, words)} text="">
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
