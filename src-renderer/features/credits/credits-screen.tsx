/** The account's money: what is there and how old that figure is, how far it goes, its limits, and where it went. */
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { HELP_TOPICS } from '../../paths.ts';
import type { ReactElement } from 'react';
import type { Forecast } from '../../../src-shared/model/money/credit-views.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useRead } from '../../data/use-read.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { CreditsMissing } from '../../parts/newcomer/what-is-missing.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './credits.module.css';
import { HeldSection } from './held-section.tsx';
import { HistorySection } from './history-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import prose from '../../ui/layout/prose.module.css';

export function CreditsScreen(): ReactElement {
  const words = useWords();
  const { credits, ui } = words;
  const nowMs = useNow();
  const clockAheadMs = useCore(({ status }) => status?.clockAheadMs ?? 0);
  const { value: forecast, fault, readAgain } = useRead('credits.forecast');
  const balance = forecast?.balance ?? null;
  return (
    <Page
      title={credits.title}
      mark={<HelpMark topic={HELP_TOPICS.credits} about={credits.title} />}
      actions={
        <Button icon="refresh-cw" onPress={readAgain}>
          {ui.refresh}
        </Button>
      }
    >
      <CreditsMissing />
      <LoadState value={forecast} fault={fault} onTryAgain={readAgain} lines={5} />
      {forecast !== null && (
        <>
          {forecast.fault !== null && (
            <HealthBanner
              severity="attention"
              title={credits.maybeOld}
              text={faultSentence(forecast.fault, words)}
            />
          )}
          <Purse forecast={forecast} />
          <HeldSection spendable={balance === null ? null : balance - forecast.reserved} />
          <LimitsSection forecast={forecast} />
        </>
      )}
      <HistorySection
        balance={balance}
        limits={forecast?.limits ?? null}
        nowMs={nowMs - clockAheadMs}
      />
    </Page>
  );
}

function Purse({ forecast }: Readonly<{ forecast: Forecast }>): ReactElement {
  const { credits, ui } = useWords();
  const { balance, balanceAtMs, reserved, available, lastsDays, fits } = forecast;
  const floor = forecast.limits.floor ?? 0;
  const facts = [
    ...(floor === 0 ? [] : [credits.keeps(floor)]),
    ...(reserved === 0 ? [] : [ui.reserved(reserved)]),
    ...(forecast.queuedFiles === 0
      ? []
      : [credits.queueNeeds(forecast.queuedFiles, ui.credits(forecast.queuedCredits))]),
    ...(forecast.waitingChanges === 0
      ? []
      : [credits.changesNeed(forecast.waitingChanges, ui.credits(forecast.waitingCredits))]),
    ...(forecast.queuedFiles === 0 ? [] : [credits.fitsNow(fits.files, ui.credits(fits.credits))]),
  ];
  return (
    <section aria-label={credits.balance} className={styles['purse']}>
      <p className={styles['amount']}>
        <strong>{balance === null ? credits.unknownBalance : ui.credits(balance)}</strong>
        <AsOf atMs={balanceAtMs} />
      </p>
      {available !== null && (
        <p className={available < 0 ? styles['short'] : undefined}>
          {available < 0
            ? credits.short(ui.credits(-available))
            : credits.available(ui.credits(available))}
        </p>
      )}
      {facts.length > 0 && <p className={prose['quiet']}>{facts.join(' · ')}</p>}
      <p className={prose['quiet']}>
        {lastsDays === null ? credits.lastsUnknown : credits.lasts(lastsDays)}
      </p>
    </section>
  );
}
