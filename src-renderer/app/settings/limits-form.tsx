/** What a person allows Labseal to spend, for the complete account. Every limit is saved separately. */
import type { ReactElement } from 'react';
import { SPEND_LIMITS, type SpendLimitName } from '../../../src-shared/model/money/spend-limits.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useSpendLimit } from '../../parts/use-spend-limit.ts';
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
        <Limit key={`${name} ${value[name]}`} name={name} value={value[name]} />
      ))}
    </div>
  );
}

function Limit({
  name,
  value,
}: Readonly<{ name: SpendLimitName; value: number | null }>): ReactElement {
  const { settings } = useWords();
  const announce = useAnnounce();
  const { text, setText, limit, isChanged, isPending, fault, save } = useSpendLimit(name, value);
  return (
    <form
      className={styles['limit']}
      onSubmit={(event) => {
        event.preventDefault();
        save(() => announce(settings.saved));
      }}
    >
      <TextField
        label={settings.limits[name]}
        hint={settings.limitHints[name]}
        inputMode="numeric"
        value={text}
        onChange={setText}
        error={limit === undefined ? settings.needCount : null}
      />
      {isChanged && limit !== undefined && (
        <Button type="submit" isSmall isPending={isPending}>
          {settings.save}
        </Button>
      )}
      <ErrorNotice fault={fault} />
    </form>
  );
}
