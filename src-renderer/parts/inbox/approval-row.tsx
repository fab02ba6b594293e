/** Everything that awaits approval of its price, approved right here: the question names the balance before and after. */
import { type ReactElement, useState } from 'react';
import type { SpendOffer } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathToFilesIn } from '../../paths.ts';
import { SpendQuestion } from '../spend-question.tsx';
import { InboxRow } from './inbox-row.tsx';

export function ApprovalRow({ offer }: Readonly<{ offer: SpendOffer }>): ReactElement {
  const words = useWords();
  const { inbox, spend, ui } = words;
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.agree');
  const [isAsking, setIsAsking] = useState(false);
  const { files, credits, isExact } = offer;
  const price = isExact ? ui.credits(credits) : ui.aboutCredits(credits);
  const close = () => setIsAsking(false);
  return (
    <InboxRow
      icon="coins"
      role="warn"
      title={spend.waits(files)}
      detail={spend.costs(files, price)}
    >
      <LinkButton isSmall to={pathToFilesIn('ready', null)}>
        {inbox.chooseFiles}
      </LinkButton>
      <Button isSmall kind="primary" onPress={() => setIsAsking(true)}>
        {spend.approve(files, price)}
      </Button>
      <SpendQuestion
        offer={offer}
        balance={balance?.credits ?? null}
        isOpen={isAsking}
        isPending={isPending}
        problem={fault === null ? null : faultSentence(fault, words)}
        onAgree={() => send({ which: null, credits }, close)}
        onClose={close}
      />
    </InboxRow>
  );
}
