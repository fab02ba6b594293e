/** What needs attention: one row for each thing to decide, the most urgent first, each with what can be done about it. */
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { type InboxItem, keyOf } from '../../../src-shared/model/status/inbox.ts';
import { NOTICE_PLACES } from '../../../src-shared/model/status/notices.ts';
import type { InboxReading } from '../../data/use-inbox.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import type { MenuEntry } from '../../ui/overlay/menu.tsx';
import { useWords } from '../../words/words-context.ts';
import { ErrorNotice } from '../notices/error-notice.tsx';
import { HealthAction, sayHealth } from '../notices/health-action.tsx';
import { usePathText } from '../files/path-text.ts';
import { FilesRow } from './files-row.tsx';
import { InboxRow, InboxRows, RowTitle } from './inbox-row.tsx';
import type { WaitingOffer } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { pathTo, pathToFilesIn } from '../../paths.ts';
import { agreementTo, ApproveButton, priceSentence } from '../credits/spend-question.tsx';

/** `most`: rows that are shown here, in a line each; the rest is behind a link. */
export function InboxList({
  reading,
  nowMs,
  most = Infinity,
}: Readonly<{ reading: InboxReading; nowMs: number; most?: number }>): ReactElement {
  const words = useWords();
  const { inbox, offer, isKnown, fault, readAgain } = reading;
  const { items, count } = inbox;
  return (
    <>
      <ErrorNotice fault={fault} onTryAgain={readAgain} />
      {!isKnown && fault === null && items.length === 0 && <Skeleton lines={2} />}
      {items.length > 0 && (
        <InboxRows label={words.inbox.title(0)}>
          {items.slice(0, most).map((item) => (
            <Row
              key={keyOf(item)}
              item={item}
              offer={offer}
              nowMs={nowMs}
              isBrief={most < Infinity}
            />
          ))}
        </InboxRows>
      )}
      {items.length > most && (
        <p>
          <Link to={NOTICE_PLACES['needs-you']}>{words.inbox.showAll(count)}</Link>
        </p>
      )}
    </>
  );
}

function Row({
  item,
  offer,
  nowMs,
  isBrief,
}: Readonly<{
  item: InboxItem;
  offer: InboxReading['offer'];
  nowMs: number;
  isBrief: boolean;
}>): ReactElement | null {
  const words = useWords();
  const pathText = usePathText();
  const navigate = useNavigate();
  if (item.kind === 'files') return <FilesRow cause={item} isBrief={isBrief} />;
  if (item.kind === 'approval')
    return offer === null || offer.files === 0 ? null : <ApprovalRow offer={offer} />;
  const health =
    item.kind === 'changes'
      ? ({ code: 'changes-need-you', changes: item.changes } as const)
      : item.warning;
  const shown = 'path' in health ? { ...health, path: pathText(health.path) } : health;
  const { title, text } = sayHealth(shown, words, nowMs);
  const isLoss = health.code === 'silent-change';
  const { showFolder } = words.shell;
  // Its new place is the main thing; what else is known of it stands on its tab.
  const more: readonly MenuEntry[] =
    health.code === 'folder-trouble' && health.trouble === 'absent'
      ? [
          {
            id: 'folder',
            label: showFolder,
            onAction: () => void navigate(pathTo('folders', health.projectId)),
          },
        ]
      : [];
  return (
    <InboxRow
      more={more}
      what={
        <RowTitle
          icon={isLoss ? 'octagon-exclamation-point' : 'triangle-exclamation-point'}
          role={isLoss ? 'danger' : 'warn'}
          title={title}
          detail={text}
        />
      }
    >
      <HealthAction item={shown} />
    </InboxRow>
  );
}

/** Everything that awaits approval of its price, approved right here: the row names the price and what is left afterwards. */
function ApprovalRow({ offer }: Readonly<{ offer: WaitingOffer }>): ReactElement {
  const words = useWords();
  const { inbox, spend } = words;
  const navigate = useNavigate();
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.agree');
  const { files, largeBatchFiles } = offer;
  const price = priceSentence(offer, balance, words);
  return (
    <InboxRow
      what={
        <RowTitle
          icon="coins"
          role="warn"
          title={spend.waits(files)}
          detail={largeBatchFiles > 0 ? `${price} ${spend.largeBatch}` : price}
        />
      }
      more={[
        {
          id: 'choose',
          label: inbox.chooseFiles,
          onAction: () => void navigate(pathToFilesIn('ready', null)),
        },
      ]}
    >
      <ApproveButton
        offer={offer}
        kind="primary"
        isPending={isPending}
        problem={faultSentence(fault, words)}
        onAgree={() => send({ which: null, ...agreementTo(offer) })}
      />
    </InboxRow>
  );
}
