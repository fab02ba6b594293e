/** How much of the present job is finished, and how long the rest takes at the present speed; nothing while there is none. */
import type { ReactElement } from 'react';
import { leftMs, paceOf } from '../../../src-shared/model/files/sending-speed.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useSpeeds } from '../../data/use-speeds.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import prose from '../../ui/layout/prose.module.css';
import { useWords } from '../../words/words-context.ts';

/** `isAway`: the service cannot be reached, so no speed is known. */
export function JobProgress({ isAway }: Readonly<{ isAway: boolean }>): ReactElement | null {
  const { overview, activity, figures } = useWords();
  const progress = useCore((view) => view.progress);
  const job = useCore(({ status }) => status?.job ?? null);
  const speedOf = useSpeeds();
  if (job === null) return null;
  const speed = isAway ? null : (paceOf(progress, speedOf)?.bytesPerSecond ?? null);
  const sentBytes = [...progress.values()]
    .filter(({ state }) => state === 'uploading')
    .reduce((sum, { doneBytes }) => sum + doneBytes, 0);
  const restMs = leftMs(
    { doneBytes: Math.min(sentBytes, job.bytesToGo), totalBytes: job.bytesToGo },
    speed,
  );
  return (
    <>
      <ProgressBar label={overview.job} share={job.finished / job.files} />
      <p className={prose['quiet']}>
        {[
          overview.jobSoFar(job.finished, job.files),
          ...(speed === null ? [] : [figures.speed(speed)]),
          ...(restMs === null ? [] : [activity.timeLeft(figures.duration(restMs))]),
        ].join(' · ')}
      </p>
    </>
  );
}
