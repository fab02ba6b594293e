/** The account's money: what is there and how old that figure is, what it is enough for, its limits, and where it went. */
import { HelpMark } from '../../parts/help/help-mark.tsx';
import { HELP_TOPICS } from '../../paths.ts';
import type { ReactElement } from 'react';
import { enoughOf, type CreditSummary } from '../../../src-shared/model/money/credit-views.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useShownBalance } from '../../data/queries.ts';
import { useRead, useReadAllAgain } from '../../data/use-read.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { enoughSentence } from '../../parts/credits/enough-sentence.ts';
import { useSelf } from '../../data/use-invitations.ts';
import { Letter } from '../../parts/newcomer/letter.tsx';
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
  const { value: summary, fault, readAgain } = useRead('credits.summary');
  const readAllAgain = useReadAllAgain();
  const { balance, balanceAtMs } = useShownBalance(summary);
  return (
    <Page
      title={credits.title}
      mark={<HelpMark topic={HELP_TOPICS.credits} about={credits.title} />}
      actions={
        <Button icon="refresh-cw" onPress={readAllAgain}>
          {ui.refresh}
        </Button>
      }
    >
      <CreditsMissing />
      <LoadState value={summary} fault={fault} onTryAgain={readAgain} lines={5} />
      {summary !== null && (
        <>
          {summary.fault !== null && (
            <HealthBanner
              severity="attention"
              title={credits.maybeOld}
              text={faultSentence(summary.fault, words)}
            />
          )}
          <Purse summary={{ ...summary, balance, balanceAtMs }} />
          <LimitsSection summary={summary} />
          <HeldSection spendable={balance === null ? null : balance - summary.reserved} />
        </>
      )}
      <HistorySection
        balance={balance}
        limits={summary?.limits ?? null}
        nowMs={nowMs - clockAheadMs}
      />
    </Page>
  );
}

function Purse({ summary }: Readonly<{ summary: CreditSummary }>): ReactElement {
  const words = useWords();
  const { credits, ui } = words;
  const { balance, balanceAtMs, reserved, available } = summary;
  const reserve = summary.limits.reserve ?? 0;
  const enough = enoughSentence(summary, words);
  const isShort = (available ?? 0) < 0 && enoughOf(summary)?.for !== 'all';
  const facts = [
    ...(reserve === 0 ? [] : [credits.reserve(reserve)]),
    ...(reserved === 0 ? [] : [credits.onTheirWay(reserved)]),
    ...(summary.queuedFiles === 0
      ? []
      : [credits.queueNeeds(summary.queuedFiles, ui.atMost(summary.queuedCredits))]),
    ...(summary.waitingChanges === 0
      ? []
      : [credits.changesNeed(summary.waitingChanges, ui.credits(summary.waitingCredits))]),
  ];
  return (
    <section aria-label={credits.balance} className={styles['purse']}>
      <p className={styles['amount']}>
        <strong>{balance === null ? credits.unknownBalance : ui.credits(balance)}</strong>
        <AsOf atMs={balanceAtMs} />
      </p>
      {enough !== null && <p className={isShort ? styles['short'] : undefined}>{enough}</p>}
      {facts.length > 0 && <p className={prose['quiet']}>{facts.join(' · ')}</p>}
      {balance !== null && balance > 0 && isShort && (
        <AskForCredits summary={summary} there={balance} />
      )}
    </section>
  );
}

/** A text to send to whoever gives credits: who needs how many, and what for. */
function AskForCredits({
  summary: { queuedFiles, queuedCredits, waitingChanges, waitingCredits, available, limits },
  there,
}: Readonly<{ summary: CreditSummary; there: number }>): ReactElement | null {
  const { credits, newcomer, ui } = useWords();
  const server = useCore(({ status }) => status?.server ?? '');
  const self = useSelf();
  if (self === null) return null;
  const reserve = limits.reserve ?? 0;
  const missing = -(available ?? 0);
  const onTheirWay = Math.max(0, there - (reserve + queuedCredits + waitingCredits - missing));
  return (
    <div>
      <Letter
        label={credits.ask}
        title={credits.askTitle}
        lines={[
          newcomer.creditsLetter(server),
          credits.askWho(self.email, self.userId),
          ...(queuedFiles === 0 ? [] : [credits.queueNeeds(queuedFiles, ui.atMost(queuedCredits))]),
          ...(waitingCredits === 0
            ? []
            : [credits.changesNeed(waitingChanges, ui.credits(waitingCredits))]),
          credits.askMissing({ there, onTheirWay, reserve, missing }),
          newcomer.howToAdd(self.email, self.userId),
        ]}
      />
    </div>
  );
}
