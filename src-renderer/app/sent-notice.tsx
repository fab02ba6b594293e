/** One line about what went by itself after coming online, until it is closed or the next round has its own. */
import { useEffect, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useBridge } from '../bridge/bridge-context.ts';
import { Button } from '../ui/button.tsx';
import { HealthBanner } from '../ui/health-banner.tsx';
import { useWords } from '../words/words-context.ts';
import styles from './shell.module.css';

export function SentNotice(): ReactElement {
  const { pending, shell, ui } = useWords();
  const { bridge } = useBridge();
  const [round, setRound] = useState<{ sent: number; needYou: number } | null>(null);
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event.kind !== 'outbox-sent') return;
        const { sent, needYou } = event;
        setRound(sent + needYou === 0 ? null : { sent, needYou });
      }),
    [bridge],
  );
  return (
    <div className={styles['banner']} role="status">
      {round !== null && (
        <HealthBanner
          severity={round.needYou > 0 ? 'attention' : 'info'}
          title={`${pending.sent(round.sent, round.needYou)}.`}
          text=""
        >
          {round.needYou > 0 && <Link to="/outbox">{shell.review}</Link>}
          <Button isSmall onPress={() => setRound(null)}>
            {ui.close}
          </Button>
        </HealthBanner>
      )}
    </div>
  );
}
