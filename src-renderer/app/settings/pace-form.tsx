/** How fast and how many at once. Applies at once; nothing here spends. */
import type { ReactElement } from 'react';
import {
  LOWEST_LIMIT_BYTES_PER_SECOND,
  MOST_PARALLEL,
} from '../../../src-shared/model/files/queue-view.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Select } from '../../ui/form/select.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { AppliedField } from '../../ui/form/applied-field.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { useWorkingOffline } from '../../data/queries.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import styles from './settings.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

const ONE = { first: 0, count: 1 };
const BYTES_PER_KB = 1_000;
const MANY = 'many';

/** Kilobytes a second as typed; `bytesPerSecond` null for no limit, null for what cannot be a limit. */
export function readPace(text: string): { readonly bytesPerSecond: number | null } | null {
  const trimmed = text.trim();
  if (trimmed === '') return { bytesPerSecond: null };
  if (!/^\d{1,9}$/.test(trimmed)) return null;
  const bytesPerSecond = Number(trimmed) * BYTES_PER_KB;
  return bytesPerSecond < LOWEST_LIMIT_BYTES_PER_SECOND ? null : { bytesPerSecond };
}

export function PaceForm(): ReactElement {
  const { value, fault, readAgain } = useRead('transfers.view', ONE);
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (value === null) return <Skeleton lines={3} />;
  const { limitBytesPerSecond, parallel } = value;
  return (
    <div className={arrangement['fields']}>
      <Speed bytesPerSecond={limitBytesPerSecond} />
      <Parallel parallel={parallel} />
    </div>
  );
}

function Speed({ bytesPerSecond }: Readonly<{ bytesPerSecond: number | null }>): ReactElement {
  const { settings } = useWords();
  const { send, fault } = useSend('transfers.setLimit');
  return (
    <div className={styles['limit']}>
      <AppliedField
        label={settings.speed}
        hint={settings.speedHint}
        needs={settings.needCount}
        saved={bytesPerSecond === null ? '' : String(Math.round(bytesPerSecond / BYTES_PER_KB))}
        read={(text) => readPace(text) ?? undefined}
        send={(pace, onDone) => send(pace, onDone)}
      />
      <ErrorNotice fault={fault} />
    </div>
  );
}

function Parallel({ parallel }: Readonly<{ parallel: number | null }>): ReactElement {
  const { settings, figures } = useWords();
  const { send, fault } = useSend('transfers.setParallel');
  const counts = Array.from({ length: MOST_PARALLEL }, (_count, at) => at + 1);
  return (
    <div className={styles['limit']}>
      <Select
        label={settings.parallel}
        options={[
          { value: MANY, label: settings.asUseful },
          ...counts.map((count) => ({ value: String(count), label: figures.number(count) })),
        ]}
        value={parallel === null ? MANY : String(parallel)}
        onChange={(chosen) => send({ parallel: chosen === MANY ? null : Number(chosen) })}
      />
      <ErrorNotice fault={fault} />
    </div>
  );
}

/** Working offline, and going online again. It is kept until somebody changes it. */
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
        onChange={(isWanted) => send({ isOffline: isWanted })}
      >
        {pending.offline}
      </Checkbox>
      <p className={prose['note']}>{pending.offlineText}</p>
      <ErrorNotice fault={fault} />
    </div>
  );
}
