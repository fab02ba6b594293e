/** What is going on, what asks for a person, what was finished, and everything that happened. */
import { useMemo, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useSend } from '../../data/use-send.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { DoneView } from './done-view.tsx';
import { LogView } from './log-view.tsx';
import { NeedsYouView } from './needs-attention-view.tsx';
import { NowView } from './now-view.tsx';
import { PauseDialog } from './pause-dialog.tsx';
import { useQueue } from './use-queue.ts';

export const VIEWS = ['now', 'needs-you', 'done', 'log'] as const;
export type View = (typeof VIEWS)[number];

export interface ActivityScreenProps {
  /** What else is under way, below what is sent. */
  readonly more?: ReactElement;
}

export function ActivityScreen({ more }: ActivityScreenProps = {}): ReactElement {
  const { activity } = useWords();
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((each) => each === params.get('view')) ?? 'now';
  const { queue, fault, readAgain } = useQueue();
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
            <Trouble fault={fault} onTryAgain={readAgain} />
            {queue === null ? fault === null && <Skeleton lines={6} /> : <NowView queue={queue} />}
            {more}
          </>
        ),
      },
      { id: 'needs-you' as const, label: labels['needs-you'], content: <NeedsYouView /> },
      { id: 'done' as const, label: labels.done, content: <DoneView /> },
      { id: 'log' as const, label: labels.log, content: <LogView /> },
    ],
    [labels, queue, fault, readAgain, more],
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
          <Button
            icon="circle-play"
            isPending={resume.isPending}
            onPress={() => resume.send({}, () => undefined)}
          >
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
