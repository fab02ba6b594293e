/** What was finished, by the day of this computer's clock: how much on each of the last days, and which files. */
import { useMemo, useState, type ReactElement } from 'react';
import { useRead } from '../../data/use-read.ts';
import { Select } from '../../ui/form/select.tsx';
import { lastDayEdges } from '../../ui/layout/local-day.ts';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './activity.module.css';
import { LogGrid } from './log-view.tsx';

const SHOWN_DAYS = 60;
const ALL = 'all';

export function DoneView(): ReactElement {
  const words = useWords();
  const { activity, figures, files } = words;
  const nowMs = useNow();
  const [today] = lastDayEdges(nowMs, 1);
  const edgesMs = useMemo(() => lastDayEdges(today ?? 0, SHOWN_DAYS), [today]);
  const asked = useMemo(() => ({ edgesMs }), [edgesMs]);
  const { value: spans } = useRead('activity.done', asked);
  const [day, setDay] = useState(ALL);
  const from = day === ALL ? undefined : edgesMs[Number(day)];
  const to = day === ALL ? undefined : edgesMs[Number(day) + 1];
  const filter = useMemo(
    () => ({
      about: 'done' as const,
      ...(from === undefined ? {} : { fromMs: from }),
      ...(to === undefined ? {} : { toMs: to }),
    }),
    [from, to],
  );
  const days = (spans ?? [])
    .map(({ files: count, bytes }, index) => ({ count, bytes, index, atMs: edgesMs[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toReversed();
  const chosen = days.find(({ index }) => String(index) === day) ?? null;
  return (
    <>
      <div className={styles['filters']}>
        <Select
          label={activity.day}
          options={[
            { value: ALL, label: activity.allDays },
            ...days.map(({ index, atMs, count }) => ({
              value: String(index),
              label: `${figures.day(atMs)} · ${files.count(count)}`,
            })),
          ]}
          value={chosen === null ? ALL : day}
          onChange={setDay}
        />
        {chosen !== null && (
          <span className={styles['quiet']} role="status">
            {files.count(chosen.count)} · {figures.size(chosen.bytes)}
          </span>
        )}
      </div>
      <LogGrid
        label={activity.done}
        filter={filter}
        none={{ title: activity.noneDone, text: activity.noneDoneText }}
      />
    </>
  );
}
