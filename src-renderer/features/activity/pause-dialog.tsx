/** Pausing uploads: at once or after what is on its way, and until when. Says what becomes of what is being sent. */
import { useState, type ReactElement } from 'react';
import type { Resumption } from '../../../src-shared/model/files/queue-view.ts';
import type { PauseMode } from '../../../src-shared/model/files/transfer-rules.ts';
import { useSend } from '../../data/use-send.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { dayStartMs, localDay } from '../../ui/layout/local-day.ts';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';

const UNTIL = ['hour', 'tomorrow', 'resumed'] as const;
type Until = (typeof UNTIL)[number];
const HOUR_MS = 3_600_000;

/** When the pause ends by itself; null: when somebody says so. */
export function pauseEndMs(until: Until, nowMs: number): number | null {
  if (until === 'hour') return nowMs + HOUR_MS;
  return until === 'tomorrow' ? dayStartMs(localDay(nowMs), 1) : null;
}

export function PauseDialog({
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
  const words = useWords();
  const { activity } = words;
  const [mode, setMode] = useState<PauseMode>('after-current');
  const [until, setUntil] = useState<Until>('resumed');
  const { send, isPending, fault } = useSend('transfers.pause');
  return (
    <Dialog
      title={activity.pauseTitle}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{activity.cancel}</Button>
          <Button
            kind="primary"
            icon="pause"
            isPending={isPending}
            onPress={() => send({ mode, untilMs: pauseEndMs(until, Date.now()) }, onClose)}
          >
            {activity.pause}
          </Button>
        </>
      }
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
      {fault !== null && <p role="alert">{faultSentence(fault, words)}</p>}
    </Dialog>
  );
}
