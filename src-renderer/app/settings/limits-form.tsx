/** What a person allows Labseal to spend, for the complete account. Every limit applies by itself. */
import type { ReactElement } from 'react';
import { SPEND_LIMITS, type SpendLimitName } from '../../../src-shared/model/money/spend-limits.ts';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AppliedField } from '../../ui/form/applied-field.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { readLimit } from '../../parts/use-spend-limit.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './settings.module.css';

const NOTHING = {};

export function LimitsForm(): ReactElement {
  const { value, fault, readAgain } = useRead('credits.limits', NOTHING);
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (value === null) return <Skeleton lines={6} />;
  return (
    <div className={styles['fields']}>
      {SPEND_LIMITS.map((name) => (
        <Limit key={name} name={name} value={value[name]} />
      ))}
    </div>
  );
}

function Limit({
  name,
  value,
}: Readonly<{ name: SpendLimitName; value: number | null }>): ReactElement {
  const { settings } = useWords();
  const { send, fault } = useSend('credits.setLimit');
  return (
    <div className={styles['limit']}>
      <AppliedField
        label={settings.limits[name]}
        hint={settings.limitHints[name]}
        needs={settings.needCount}
        saved={value === null ? '' : String(value)}
        read={readLimit}
        send={(limit, onDone) => send({ name, value: limit }, onDone)}
      />
      <ErrorNotice fault={fault} />
    </div>
  );
}
