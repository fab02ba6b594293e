/** Beside what a person has to do: the present job, the credits, and what was done lately. */
import { useMemo, type ReactElement } from 'react';
import { Link } from 'react-router';
import { paceOf, leftMs } from '../../../src-shared/model/files/sending-speed.ts';
import { doingText, whatIsDone } from '../../../src-shared/model/status/current-activity.ts';
import { useCore, useHealth } from '../../data/bridge-context.ts';
import { useJob } from '../../data/use-job.ts';
import { useShownBalance } from '../../data/queries.ts';
import { useRead } from '../../data/use-read.ts';
import { useSpeeds } from '../../data/use-speeds.ts';
import { awayIn } from '../../../src-shared/model/status/health.ts';
import { enoughSentence } from '../../parts/credits/enough-sentence.ts';
import { pathTo } from '../../paths.ts';
import { Chart, DAYS_TO_DRAW } from '../../ui/chart/chart.tsx';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { lastDayEdges } from '../../ui/layout/local-day.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './overview.module.css';
import prose from '../../ui/layout/prose.module.css';

const SHOWN_DAYS = 30;
export function OverviewAside({ nowMs }: Readonly<{ nowMs: number }>): ReactElement {
  return (
    <>
      <JobBlock nowMs={nowMs} />
      <CreditsBlock />
      <LastDays nowMs={nowMs} />
    </>
  );
}

/** What is going on, how much of it is finished, and how long the rest takes at the present speed. */
function JobBlock({ nowMs }: Readonly<{ nowMs: number }>): ReactElement {
  const { overview, shell, activity, figures } = useWords();
  const isOpen = useCore(({ link }) => link === 'open');
  const status = useCore((view) => view.status);
  const progress = useCore((view) => view.progress);
  const job = useJob();
  const speedOf = useSpeeds();
  const isAway = awayIn(useHealth(nowMs)) !== null;
  const doing = whatIsDone({
    account: status?.account ?? null,
    waits: status?.waits ?? [],
    isAway,
  });
  const speed = isAway ? null : (paceOf(progress, speedOf)?.bytesPerSecond ?? null);
  const sentBytes = [...progress.values()]
    .filter(({ state }) => state === 'uploading')
    .reduce((sum, { doneBytes }) => sum + doneBytes, 0);
  const restMs =
    job === null
      ? null
      : leftMs({ doneBytes: Math.min(sentBytes, job.bytesToGo), totalBytes: job.bytesToGo }, speed);
  const pace = [
    ...(speed === null ? [] : [figures.speed(speed)]),
    ...(restMs === null ? [] : [activity.timeLeft(figures.duration(restMs))]),
  ].join(' · ');
  return (
    <section aria-labelledby="job" className={styles['block']}>
      <h2 id="job">{overview.now}</h2>
      {isOpen ? (
        <>
          <p>{doingText(doing, shell.doing)}</p>
          {job !== null && (
            <>
              <ProgressBar label={overview.job} share={job.finished / job.files} />
              <p className={prose['quiet']}>
                {[overview.jobSoFar(job.finished, job.files), ...(pace === '' ? [] : [pace])].join(
                  ' · ',
                )}
              </p>
            </>
          )}
        </>
      ) : (
        <p className={prose['quiet']}>{overview.nowUnknown}</p>
      )}
      <p>
        <Link to={pathTo('activity')}>{activity.title}</Link>
      </p>
    </section>
  );
}

/** What there is, and what of all that waits it is enough for. An older balance says its age. */
function CreditsBlock(): ReactElement {
  const words = useWords();
  const { overview, credits } = words;
  const { value: summary } = useRead('credits.summary');
  const { balance, balanceAtMs } = useShownBalance(summary);
  const enough = summary === null ? null : enoughSentence(summary, words);
  return (
    <section aria-labelledby="balance" className={styles['block']}>
      <h2 id="balance">{credits.title}</h2>
      {balance === null ? (
        <p className={prose['quiet']}>{overview.balanceUnknown}</p>
      ) : (
        <p>
          <strong>{words.ui.credits(balance)}</strong>
          {enough === null ? '. ' : `: ${enough.charAt(0).toLowerCase()}${enough.slice(1)} `}
          <AsOf atMs={balanceAtMs} />
        </p>
      )}
      <p>
        <Link to={pathTo('credits')}>{overview.allCredits}</Link>
      </p>
    </section>
  );
}

/** Files that were finished, by the day of this computer's clock. */
function LastDays({ nowMs }: Readonly<{ nowMs: number }>): ReactElement | null {
  const { overview, files, figures } = useWords();
  const [today] = lastDayEdges(nowMs, 1);
  const edgesMs = useMemo(() => lastDayEdges(today ?? 0, SHOWN_DAYS), [today]);
  const { value: spans } = useRead('activity.done', { edgesMs });
  const points = useMemo(
    () =>
      (spans ?? []).map(({ files: count, bytes }, index) => {
        const atMs = edgesMs[index] ?? 0;
        return {
          id: String(atMs),
          tick: figures.dayAndMonth(atMs),
          name: figures.day(atMs),
          values: [count, bytes],
        };
      }),
    [spans, edgesMs, figures],
  );
  // A drawing of a few days says less than the list of certificates beside it.
  if (spans === null || spans.filter((span) => span.files > 0).length < DAYS_TO_DRAW) return null;
  const total = spans.reduce((sum, span) => sum + span.files, 0);
  return (
    <section aria-labelledby="last-days" className={styles['block']}>
      <h2 id="last-days">{overview.lastDays}</h2>
      <Chart
        title={overview.doneByDay}
        summary={overview.doneInDays(total)}
        pointsLabel={overview.day}
        points={points}
        series={[
          { label: overview.doneFiles, look: 'bars', text: files.count },
          { label: files.size, look: 'listed', text: figures.size },
        ]}
        empty={overview.noneDone}
      />
    </section>
  );
}
