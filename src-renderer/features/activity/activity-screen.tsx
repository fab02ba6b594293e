/** What is going on and what is approved to follow, what asks for a person, and everything that happened. */
import { type ReactElement, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSend } from '../../data/use-action.ts';
import { useInbox } from '../../data/use-inbox.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { ErrorNotice, FaultText } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import type { Resumption, PauseMode } from '../../../src-shared/model/files/queue-view.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { dayStartMs, localDay } from '../../ui/layout/local-day.ts';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { useRead } from '../../data/use-read.ts';
import { DownloadsSection } from '../downloads/index.ts';
import { HistoryView } from './history-view.tsx';
import { NowView } from './now-view.tsx';
import { UndoApproval } from '../../parts/credits/undo-approval.tsx';
import { DecidedList } from '../../parts/inbox/decided-list.tsx';
import { InboxList } from '../../parts/inbox/inbox-list.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import styles from './activity.module.css';

const SHOWN = { first: 0, count: 300, isApproved: true } as const;

export const VIEWS = ['now', 'needs-you', 'history'] as const;
export type View = (typeof VIEWS)[number];

export function ActivityScreen(): ReactElement {
  const { activity, inbox } = useWords();
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((each) => each === params.get('view')) ?? 'now';
  const { value: queue, fault, readAgain } = useRead('transfers.view', SHOWN);
  const { count } = useInbox(useNow()).inbox;
  const [isPausing, setIsPausing] = useState(false);
  const resume = useSend('transfers.resume');
  const running = queue?.entries.filter(({ sentBytes }) => sentBytes !== null).length ?? 0;
  const labels = activity.views;
  const parts = useMemo(
    () => [
      {
        id: 'now' as const,
        label: labels.now,
        content: (
          <>
            <ErrorNotice fault={fault} onTryAgain={readAgain} />
            {queue === null ? fault === null && <Skeleton lines={6} /> : <NowView queue={queue} />}
            <DownloadsSection />
          </>
        ),
      },
      { id: 'needs-you' as const, label: inbox.title(count), content: <NeedsAttentionView /> },
      { id: 'history' as const, label: labels.history, content: <HistoryView /> },
    ],
    [labels, inbox, count, queue, fault, readAgain],
  );
  return (
    <Page
      title={activity.title}
      actions={
        queue !== null &&
        (queue.pause === null ? (
          <Button icon="pause" onPress={() => setIsPausing(true)}>
            {activity.pauseUploads}
          </Button>
        ) : (
          <Button icon="circle-play" isPending={resume.isPending} onPress={() => resume.send({})}>
            {activity.resume}
          </Button>
        ))
      }
    >
      <Tabs
        label={activity.title}
        selected={view}
        onSelect={(next) => setParams({ view: next }, { replace: true })}
        parts={parts}
      />
      <PauseDialog
        isOpen={isPausing}
        onClose={() => setIsPausing(false)}
        running={running}
        resumption={queue?.resumption ?? 'unknown'}
      />
    </Page>
  );
}

const UNTIL = ['hour', 'tomorrow', 'resumed'] as const;
type Until = (typeof UNTIL)[number];
const HOUR_MS = 3_600_000;

/** When the pause ends by itself; null: when somebody says so. */
export function pauseEndMs(until: Until, nowMs: number): number | null {
  if (until === 'hour') return nowMs + HOUR_MS;
  return until === 'tomorrow' ? dayStartMs(localDay(nowMs), 1) : null;
}

function PauseDialog({
  isOpen,
  onClose,
  running,
  resumption,
}: Readonly<{
  isOpen: boolean;
  onClose: () => void;
  /** How many uploads are on their way. */
  running: number;
  resumption: Resumption;
}>): ReactElement {
  const { activity } = useWords();
  const [mode, setMode] = useState<PauseMode>('after-current');
  const [until, setUntil] = useState<Until>('resumed');
  const { send, isPending, fault } = useSend('transfers.pause');
  return (
    <ConfirmDialog
      title={activity.pauseTitle}
      isOpen={isOpen}
      onClose={onClose}
      isQuestion={false}
      confirm={activity.pause}
      isPending={isPending}
      onConfirm={() => send({ mode, untilMs: pauseEndMs(until, Date.now()) }, onClose)}
    >
      <RadioGroup
        label={activity.pauseHow}
        options={[
          { value: 'after-current', label: activity.pauseAfter, hint: activity.pauseAfterHint },
          { value: 'now', label: activity.pauseNow, hint: activity.pauseNowHint[resumption] },
        ]}
        value={mode}
        onChange={setMode}
      />
      <RadioGroup
        label={activity.pauseUntil}
        options={UNTIL.map((value) => ({ value, label: activity.until[value] }))}
        value={until}
        onChange={setUntil}
      />
      <p>{activity.pauseText(running)}</p>
      <FaultText fault={fault} />
    </ConfirmDialog>
  );
}

/** What needs attention, all of it, and what was decided and is not sent yet. */
function NeedsAttentionView(): ReactElement {
  const { activity, inbox } = useWords();
  const nowMs = useNow();
  const reading = useInbox(nowMs);
  return (
    <div className={styles['stack']}>
      {reading.isKnown && reading.inbox.count === 0 && (
        <EmptyState title={inbox.nothing} text={activity.nothingNeedsYouText} />
      )}
      <InboxList reading={reading} nowMs={nowMs} />
      <UndoApproval />
      <DecidedList nowMs={nowMs} />
    </div>
  );
}
