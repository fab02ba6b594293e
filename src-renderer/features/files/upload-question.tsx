/** Asks for approval of the price of exactly these files; says why when the price cannot be had. */
import { type ReactElement, useEffect } from 'react';
import type { FileSelection } from '../../../src-shared/bridge/file-calls.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useBalance, useOffer } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { agreementTo, SpendQuestion } from '../../parts/credits/spend-question.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';

export function UploadQuestion({
  which,
  onClose,
  onDone = onClose,
}: Readonly<{
  which: FileSelection;
  onClose: () => void;
  /** Once it was agreed to, or there was nothing left to ask; absent: as when it is closed. */
  onDone?: () => void;
}>): ReactElement | null {
  const words = useWords();
  const { value: offer, fault: unread, readAgain } = useOffer({ which });
  const isAway = useCore(({ link }) => link !== 'open');
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.agree');
  const isOver = offer?.files === 0;
  // Somebody said yes elsewhere, or the files went another way: there is nothing left to ask.
  useEffect(() => {
    if (isOver) onDone();
  }, [isOver, onDone]);
  if (isOver) return null;
  if (offer === null) {
    // Nothing is asked while the host is away; the price comes by itself when it is back.
    const why = isAway ? ({ kind: 'not-asked' } as const) : unread;
    if (why === null) return null;
    return (
      <Dialog
        title={words.files.priceUnread}
        isOpen
        onClose={onClose}
        actions={<Button onPress={onClose}>{words.ui.close}</Button>}
      >
        <ErrorNotice fault={why} {...(isAway ? {} : { onTryAgain: readAgain })} />
      </Dialog>
    );
  }
  return (
    <SpendQuestion
      offer={offer}
      balance={balance}
      isOpen
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
      onAgree={() => send({ which, ...agreementTo(offer) }, onDone)}
      onClose={onClose}
    />
  );
}
