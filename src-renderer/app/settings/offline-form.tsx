/** Working offline, and going online again. It is kept until somebody changes it. */
import type { ReactElement } from 'react';
import { useSend } from '../../data/use-send.ts';
import { useWorkingOffline } from '../../data/use-working-offline.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './settings.module.css';

export function OfflineForm(): ReactElement | null {
  const { pending } = useWords();
  const isOffline = useWorkingOffline();
  const { send, isPending, fault } = useSend('outbox.workOffline');
  if (isOffline === null) return null; // there is no account yet
  return (
    <div className={styles['limit']}>
      <Checkbox
        isSelected={isOffline}
        isDisabled={isPending}
        onChange={(isWanted) => send({ isOffline: isWanted }, () => undefined)}
      >
        {pending.offline}
      </Checkbox>
      <p className={styles['quiet']}>{pending.offlineText}</p>
      <Trouble fault={fault} />
    </div>
  );
}
