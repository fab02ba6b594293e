/**
 * One message about what was sent automatically after coming online, until it is closed or the next round has its own.
 */
import { type ReactElement, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/layout/button.tsx';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { useWords } from '../../words/words-context.ts';
import { useBridge } from '../../data/bridge-context.ts';
import { pathTo } from '../../paths.ts';
import styles from './shell.module.css';

/** `round` null: there is nothing to tell. */
export function SentNotice({
  round,
  onClose,
}: Readonly<{ round: SentRound | null; onClose: () => void }>): ReactElement {
  const { pending, shell, ui } = useWords();
  return (
    <div className={styles['banner']} role="status">
      {round !== null && (
        <HealthBanner
          severity={round.needYou > 0 ? 'attention' : 'info'}
          title={`${pending.sent(round.sent, round.needYou)}.`}
        >
          {round.needYou > 0 && <Link to={pathTo('outbox')}>{shell.openOutbox}</Link>}
          <Button isSmall onPress={onClose}>
            {ui.close}
          </Button>
        </HealthBanner>
      )}
    </div>
  );
}

interface SentRound {
  readonly sent: number;
  readonly needYou: number;
}

/** The round to report, null when there is none; and the function that closes it. */
export function useSentRound(): readonly [SentRound | null, () => void] {
  const { bridge } = useBridge();
  const [round, setRound] = useState<SentRound | null>(null);
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event.kind !== 'outbox-sent') return;
        const { sent, needYou } = event;
        setRound(sent + needYou === 0 ? null : { sent, needYou });
      }),
    [bridge],
  );
  return [round, () => setRound(null)];
}
