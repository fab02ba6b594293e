/** How old the service's lists are that a page was made from, and what of them is missing. */
import type { ReactElement } from 'react';
import type { LineageSeen } from '../../src-shared/model/lineage/lineage-view.ts';
import { AsOf } from '../ui/feedback/as-of.tsx';
import { HealthBanner } from './health-banner.tsx';
import { useNow } from '../ui/feedback/use-now.ts';
import { faultSentence } from '../words/fault-sentence.ts';
import { useWords } from '../words/words-context.ts';
import styles from './list-age.module.css';

export function ListAge({ seen }: Readonly<{ seen: LineageSeen }>): ReactElement {
  const words = useWords();
  const { platform } = words;
  const nowMs = useNow();
  const { asOfMs, standing, isComplete, unread } = seen;
  return (
    <>
      {asOfMs !== null && <AsOf atMs={asOfMs} nowMs={Math.max(nowMs, asOfMs)} />}
      {standing !== 'there' && (
        <HealthBanner severity="attention" title={platform.standing[standing]} text="" />
      )}
      {unread.map(({ visibility, fault }) => (
        <HealthBanner
          key={visibility}
          severity="attention"
          title={platform.unread[visibility]}
          text={faultSentence(fault, words)}
        />
      ))}
      {!isComplete && unread.length === 0 && (
        <p className={styles['quiet']}>{platform.incomplete}</p>
      )}
    </>
  );
}
