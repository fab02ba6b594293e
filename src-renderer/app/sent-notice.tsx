/** One line about what went by itself after coming online, until it is closed or the next round has its own. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { Button } from '../ui/layout/button.tsx';
import { HealthBanner } from '../parts/health-banner.tsx';
import { useWords } from '../words/words-context.ts';
import styles from './shell.module.css';
import type { SentRound } from './use-sent-round.ts';

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
          text=""
        >
          {round.needYou > 0 && <Link to="/outbox">{shell.review}</Link>}
          <Button isSmall onPress={onClose}>
            {ui.close}
          </Button>
        </HealthBanner>
      )}
    </div>
  );
}
