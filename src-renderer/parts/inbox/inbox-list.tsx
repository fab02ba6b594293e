/** What needs attention: one row for each thing to decide, the most urgent first, each with what can be done about it. */
import type { ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  type InboxItem,
  countOf,
  type HeldForApproval,
  isHeldForApproval,
  keyOf,
} from '../../../src-shared/model/status/inbox.ts';
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
import { pathTo } from '../../paths.ts';
import { ApprovalRow } from './approval-row.tsx';

/** `most`: rows that are shown here, in a line each; the rest is behind a link. */
export function InboxList({
  reading,
  nowMs,
  most = Infinity,
}: Readonly<{ reading: InboxReading; nowMs: number; most?: number }>): ReactElement {
  const words = useWords();
  const { inbox, offer, isKnown, fault, readAgain } = reading;
  const { count } = inbox;
  const isBrief = most < Infinity;
  const held = isBrief ? inbox.items.filter(isHeldForApproval) : [];
  const items = held.length === 0 ? inbox.items : approvalsTogether(inbox.items);
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
              held={held}
              nowMs={nowMs}
              isBrief={isBrief}
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

function isApproval(item: InboxItem): boolean {
  return item.kind === 'approval' || isHeldForApproval(item);
}

/** One for all kinds of files that wait for an approval, in the place of the first. */
function approvalsTogether(items: readonly InboxItem[]): readonly InboxItem[] {
  const all = items.filter(isApproval);
  const one = {
    kind: 'approval',
    files: all.reduce((sum, item) => sum + countOf(item), 0),
  } as const;
  return items.flatMap((item): readonly InboxItem[] => {
    if (item === all[0]) return [one];
    return isApproval(item) ? [] : [item];
  });
}

function Row({
  item,
  offer,
  held,
  nowMs,
  isBrief,
}: Readonly<{
  item: InboxItem;
  offer: InboxReading['offer'];
  /** Held for an approval, and told with what is new. */
  held: readonly HeldForApproval[];
  nowMs: number;
  isBrief: boolean;
}>): ReactElement | null {
  const words = useWords();
  const pathText = usePathText();
  const navigate = useNavigate();
  if (item.kind === 'files') return <FilesRow cause={item} isBrief={isBrief} />;
  if (item.kind === 'approval')
    return offer === null || (offer.files === 0 && held.length === 0) ? null : (
      <ApprovalRow offer={offer} held={held} />
    );
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
      more={{ of: title, entries: more }}
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
