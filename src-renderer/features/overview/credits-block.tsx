/** The credits: what there is, what is spoken for, how long it lasts. An older balance says its age. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useRead } from '../../data/use-read.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { BudgetBar } from '../../ui/chart/budget-bar.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './overview.module.css';

const NOTHING = {};
const STALE_ON: readonly PageEvent['kind'][] = ['credits-changed'];

export function CreditsBlock({ nowMs }: Readonly<{ nowMs: number }>): ReactElement {
  const { overview, ui } = useWords();
  const { value: forecast } = useRead('credits.forecast', NOTHING, STALE_ON);
  const balance = forecast?.balance ?? null;
  return (
    <section aria-labelledby="balance" className={styles['block']}>
      <h2 id="balance">{overview.balance}</h2>
      {forecast === null || balance === null ? (
        <p className={styles['quiet']}>{overview.balanceUnknown}</p>
      ) : (
        <>
          <p className={styles['line']}>
            <strong>{ui.credits(balance)}</strong>
            {forecast.balanceAtMs !== null && <AsOf atMs={forecast.balanceAtMs} nowMs={nowMs} />}
            {forecast.lastsDays !== null && <span>{overview.lasts(forecast.lastsDays)}</span>}
            <Link to="/credits">{overview.allCredits}</Link>
          </p>
          <BudgetBar
            label={overview.balance}
            budget={{
              limit: balance,
              spent: 0,
              reserved: forecast.reserved,
              queued: forecast.queuedCredits,
            }}
          />
          {forecast.available !== null && forecast.available < 0 && (
            <p>{overview.short(-forecast.available, forecast.fits.files)}</p>
          )}
        </>
      )}
    </section>
  );
}
