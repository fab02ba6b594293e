/** Beside what a person has to do: the present job, the credits, and what was done lately. */
import { useMemo, type ReactElement } from 'react';
import { Link } from 'react-router';
import { doingText, whatIsDone } from '../../../src-shared/model/status/current-activity.ts';
import { useCore, useHealth } from '../../data/bridge-context.ts';
import { useShownBalance } from '../../data/queries.ts';
import { useRead } from '../../data/use-read.ts';
import { awayIn } from '../../../src-shared/model/status/health.ts';
import { JobProgress } from '../../parts/files/job-progress.tsx';
import { enoughSentence } from '../../parts/credits/enough-sentence.ts';
import { pathTo } from '../../paths.ts';
import { Chart, DAYS_TO_DRAW } from '../../ui/chart/chart.tsx';
import { AsOf } from '../../ui/feedback/as-of.tsx';
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

/** What is going on, and how much of it is finished. */
function JobBlock({ nowMs }: Readonly<{ nowMs: number }>): ReactElement {
  const { overview, shell, activity } = useWords();
  const isOpen = useCore(({ link }) => link === 'open');
  const status = useCore((view) => view.status);
  const health = useHealth(nowMs);
  const doing = whatIsDone({
    account: status?.account ?? null,
    waits: status?.waits ?? [],
    health,
  });
  return (
    <section aria-labelledby="job" className={styles['block']}>
      <h2 id="job">{overview.now}</h2>
      {isOpen ? (
        <>
          {/* The banner, or what needs attention, says what waits for the service and for a session. */}
          {doing.kind !== 'cutOff' && doing.kind !== 'signIn' && (
            <p>{doingText(doing, shell.doing)}</p>
          )}
          <JobProgress isAway={awayIn(health) !== null} />
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
