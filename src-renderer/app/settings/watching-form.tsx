/** What a folder begins with when it is watched from now on. Folders that are watched already keep their own rules. */
import { useState, type ReactElement } from 'react';
import type { FolderDefaults } from '../../../src-shared/model/folders/folder-defaults.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { useAnnounce } from '../../ui/feedback/live-region.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import {
  draftOfWatching,
  watchingOf,
  WatchingFields,
  type WatchingDraft,
} from '../../parts/watching-fields.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './settings.module.css';

const NOTHING = {};

export function WatchingForm(): ReactElement {
  const { settings } = useWords();
  const { value, fault, readAgain } = useRead('settings.watching', NOTHING);
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (value === null) return <Skeleton lines={4} />;
  return (
    <>
      <p>{settings.watchingText}</p>
      <Fields key={JSON.stringify(value)} saved={value} />
    </>
  );
}

/** As typed; null when the seconds are not an integer, or out of bounds. */
export function readDefaults(
  settle: string,
  exclude: string,
  watchingDraft: WatchingDraft,
): FolderDefaults | null {
  const trimmed = settle.trim();
  const watching = watchingOf(watchingDraft);
  if (!isSeconds(trimmed) || watching === null) return null;
  const lines = exclude.split('\n').map((line) => line.replace(/\r$/, ''));
  return {
    settleSeconds: trimmed === '' ? null : Number(trimmed),
    exclude: lines.filter((line) => line.trim() !== ''),
    watching,
  };
}

const isSeconds = (text: string) => /^\d{0,9}$/.test(text.trim());

function Fields({ saved }: Readonly<{ saved: FolderDefaults }>): ReactElement {
  const { settings, folders } = useWords();
  const announce = useAnnounce();
  const { send, isPending, fault } = useSend('settings.setWatching');
  const [settle, setSettle] = useState(
    saved.settleSeconds === null ? '' : String(saved.settleSeconds),
  );
  const [exclude, setExclude] = useState(saved.exclude.join('\n'));
  const [watching, setWatching] = useState(() => draftOfWatching(saved.watching));
  const read = readDefaults(settle, exclude, watching);
  const isChanged = JSON.stringify(read) !== JSON.stringify(saved);
  return (
    <form
      className={styles['fields']}
      onSubmit={(event) => {
        event.preventDefault();
        if (read !== null && !isPending) send(read, () => announce(settings.saved));
      }}
    >
      <TextField
        label={folders.settle}
        hint={folders.settleHint}
        inputMode="numeric"
        value={settle}
        onChange={setSettle}
        error={isSeconds(settle) ? null : settings.needCount}
      />
      <TextArea
        label={folders.exclude}
        hint={folders.excludeHint}
        value={exclude}
        onChange={setExclude}
      />
      <WatchingFields draft={watching} onChange={setWatching} />
      {isChanged && read !== null && (
        <div>
          <Button type="submit" isPending={isPending}>
            {settings.save}
          </Button>
        </div>
      )}
      <ErrorNotice fault={fault} />
    </form>
  );
}
