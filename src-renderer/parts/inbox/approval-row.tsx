/**
 * Everything that waits for an approval in one line, approved right here: what is new, and what is held for it. The row
 * names the price of all and what is left afterwards.
 */
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import type { WaitingOffer } from '../../../src-shared/bridge/file-calls.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { APPROVED_BY_PERSON } from '../../../src-shared/model/status/current-activity.ts';
import type { HeldForApproval } from '../../../src-shared/model/status/inbox.ts';
import { useBalance } from '../../data/queries.ts';
import { useAction } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathToFilesIn } from '../../paths.ts';
import { agreementTo, ApproveButton, priceSentence } from '../credits/spend-question.tsx';
import { InboxRow, RowTitle } from './inbox-row.tsx';

const HELD = {
  filter: { states: ['held' as const], holds: [...APPROVED_BY_PERSON] },
  exceptIds: [],
};
const NONE = { files: 0, bytes: 0, credits: 0 };

export function ApprovalRow({
  offer,
  held,
}: Readonly<{ offer: WaitingOffer; held: readonly HeldForApproval[] }>): ReactElement {
  const words = useWords();
  const { inbox, spend } = words;
  const navigate = useNavigate();
  const balance = useBalance();
  const { run, isPending, fault } = useAction();
  const isHeld = held.length > 0;
  const { value } = useRead('files.selected', { selection: HELD }, { isWanted: isHeld });
  // Those that a person stopped are not among them: that is taken back in the file.
  const lifted = value?.approve ?? NONE;
  const all = {
    files: offer.files + lifted.files,
    bytes: offer.bytes + lifted.bytes,
    credits: offer.credits + lifted.credits,
    prices: lifted.files === 0 ? offer.prices : [],
  };
  const kinds = [
    ...(offer.files === 0
      ? []
      : [{ id: 'ready', text: spend.kinds.fresh(offer.files), at: pathToFilesIn('ready', null) }]),
    ...held.map(({ hold, files }) => ({
      id: hold,
      text: spend.kinds[hold](files),
      at: pathToFilesIn('held', hold),
    })),
  ];
  const isMixed = kinds.length > 1;
  const details = [
    ...(isMixed ? [`${kinds.map(({ text }) => text).join(' · ')}.`] : []),
    ...(all.files === 0 ? [] : [priceSentence(all, balance, words)]),
    ...(offer.largeBatchFiles > 0 ? [spend.largeBatch] : []),
  ];
  const agree = () =>
    run(async (ask) => {
      if (offer.files > 0) {
        const agreed = await ask('files.agree', { which: null, ...agreementTo(offer) });
        if (!agreed.ok) return agreed;
      }
      return lifted.files === 0
        ? ok(0)
        : ask('files.approve', { selection: HELD, credits: lifted.credits });
    });
  const title = spend.waits(offer.files + held.reduce((sum, { files }) => sum + files, 0));
  return (
    <InboxRow
      what={<RowTitle icon="coins" role="warn" title={title} detail={details.join(' ')} />}
      more={{
        of: title,
        entries: kinds.map(({ id, text, at }) => ({
          id,
          label: isMixed ? inbox.chooseOf(text) : inbox.chooseFiles,
          onAction: () => void navigate(at),
        })),
      }}
    >
      {all.files > 0 && (!isHeld || value !== null) && (
        <ApproveButton
          offer={all}
          balance={balance}
          kind="primary"
          isPending={isPending}
          problem={faultSentence(fault, words)}
          onAgree={agree}
        />
      )}
      {all.files === 0 && value !== null && kinds[0] !== undefined && (
        <LinkButton isSmall to={kinds[0].at}>
          {inbox.chooseFiles}
        </LinkButton>
      )}
    </InboxRow>
  );
}
