/** What a folder begins with when it is watched from now on. Folders that are watched already keep their own rules. */
import type { ReactElement } from 'react';
import {
  isSettleText,
  SETTLE_SECONDS,
  type FolderDefaults,
} from '../../../src-shared/model/folders/folder-rules.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SavedMark } from '../../ui/form/applied-field.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { useApplied } from '../../ui/form/use-applied.ts';
import {
  draftOfWatching,
  watchingOf,
  WatchingFields,
  type WatchingDraft,
} from '../../parts/assignment/watching-fields.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import arrangement from '../../ui/layout/arrangement.module.css';

export function WatchingForm(): ReactElement {
  const { settings } = useWords();
  const { value, fault, readAgain } = useRead('settings.watching');
  if (fault !== null) return <ErrorNotice fault={fault} onTryAgain={readAgain} />;
  if (value === null) return <Skeleton lines={4} />;
  return (
    <>
      <p>{settings.watchingText}</p>
      <Fields saved={value} />
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
  if (!isSettleText(trimmed) || watching === null) return null;
  const lines = exclude.split('\n').map((line) => line.replace(/\r$/, ''));
  return {
    settleSeconds: trimmed === '' ? null : Number(trimmed),
    exclude: lines.filter((line) => line.trim() !== ''),
    watching,
  };
}

interface Draft {
  readonly settle: string;
  readonly exclude: string;
  readonly watching: WatchingDraft;
}

function Fields({ saved }: Readonly<{ saved: FolderDefaults }>): ReactElement {
  const { folders } = useWords();
  const { send, fault } = useSend('settings.setWatching');
  const { draft, change, apply, isSaved } = useApplied<Draft, FolderDefaults>({
    saved: {
      settle: saved.settleSeconds === null ? '' : String(saved.settleSeconds),
      exclude: saved.exclude.join('\n'),
      watching: draftOfWatching(saved.watching),
    },
    read: ({ settle, exclude, watching }) => readDefaults(settle, exclude, watching) ?? undefined,
    send: (defaults, onDone) => send(defaults, onDone),
  });
  return (
    <form
      noValidate
      className={arrangement['fields']}
      onBlur={() => apply()}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextField
        label={folders.settle}
        hint={folders.settleHint}
        inputMode="numeric"
        value={draft.settle}
        onChange={(settle) => change({ ...draft, settle })}
        error={
          isSettleText(draft.settle)
            ? null
            : folders.needSeconds(SETTLE_SECONDS.least, SETTLE_SECONDS.most)
        }
      />
      <TextArea
        label={folders.exclude}
        hint={folders.excludeHint}
        value={draft.exclude}
        onChange={(exclude) => change({ ...draft, exclude })}
      />
      <WatchingFields
        draft={draft.watching}
        onChange={(watching) => {
          const isTyped = watching.mode === draft.watching.mode;
          (isTyped ? change : apply)({ ...draft, watching });
        }}
      />
      {/* Without one, Enter does nothing in a form of several fields. */}
      <input type="submit" hidden />
      <SavedMark isSaved={isSaved} />
      <ErrorNotice fault={fault} />
    </form>
  );
}
