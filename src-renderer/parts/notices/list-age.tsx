/** How old the service's lists are that a page was made from, and what of them is missing. */
import type { ReactElement } from 'react';
import type { LineageSeen } from '../../../src-shared/model/lineage/lineage-view.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { HealthBanner } from './health-banner.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import prose from '../../ui/layout/prose.module.css';

export function ListAge({ seen }: Readonly<{ seen: LineageSeen }>): ReactElement {
  const words = useWords();
  const { platform } = words;
  const { asOfMs, standing, isComplete, unread } = seen;
  return (
    <>
      <AsOf atMs={asOfMs} />
      {standing !== 'there' && (
        <HealthBanner severity="attention" title={platform.standing[standing]} />
      )}
      {unread.map(({ visibility, fault }) => (
        <HealthBanner
          key={visibility}
          severity="attention"
          title={platform.unread[visibility]}
          text={faultSentence(fault, words)}
        />
      ))}
      {!isComplete && unread.length === 0 && <p className={prose['note']}>{platform.incomplete}</p>}
    </>
  );
}
