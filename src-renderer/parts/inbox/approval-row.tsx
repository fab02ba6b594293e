/** Everything that awaits approval of its price, approved right here: the row names the price and what is left afterwards. */
import type { ReactElement } from 'react';
import type { SpendOffer } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathToFilesIn } from '../../paths.ts';
import { ApproveButton, priceSentence } from '../spend-question.tsx';
import { InboxRow } from './inbox-row.tsx';

export function ApprovalRow({ offer }: Readonly<{ offer: SpendOffer }>): ReactElement {
  const words = useWords();
  const { inbox, spend } = words;
  const balance = useBalance()?.credits ?? null;
  const { send, isPending, fault } = useSend('files.agree');
  const { files, credits } = offer;
  return (
    <InboxRow
      icon="coins"
      role="warn"
      title={spend.waits(files)}
      detail={priceSentence(offer, balance, words)}
    >
      <LinkButton isSmall to={pathToFilesIn('ready', null)}>
        {inbox.chooseFiles}
      </LinkButton>
      <ApproveButton
        offer={offer}
        kind="primary"
        isPending={isPending}
        problem={fault === null ? null : faultSentence(fault, words)}
        onAgree={() => send({ which: null, credits }, () => undefined)}
      />
    </InboxRow>
  );
}
