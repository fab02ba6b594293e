/** How changes in a folder are detected, and how often where it is polled. */
import type { ReactElement } from 'react';
import {
  AUTO_WATCHING,
  POLL_SECONDS,
  WATCH_MODES,
  type WatchMode,
  type Watching,
} from '../../../src-shared/model/folders/folder-rules.ts';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';

export interface WatchingDraft {
  readonly mode: WatchMode;
  readonly pollSeconds: string;
}

export function draftOfWatching({ mode, pollSeconds }: Watching = AUTO_WATCHING): WatchingDraft {
  return { mode, pollSeconds: String(pollSeconds) };
}

/** Null when the interval cannot be used. An automatic folder needs one too: it may come to lie on a network drive. */
export function watchingOf({ mode, pollSeconds }: WatchingDraft): Watching | null {
  const seconds = /^\d{1,9}$/.test(pollSeconds.trim()) ? Number(pollSeconds) : 0;
  const isPossible = seconds >= POLL_SECONDS.least && seconds <= POLL_SECONDS.most;
  return isPossible ? { mode, pollSeconds: seconds } : null;
}

export function WatchingFields({
  draft,
  onChange,
}: Readonly<{
  draft: WatchingDraft;
  onChange: (draft: WatchingDraft) => void;
}>): ReactElement {
  const { folders } = useWords();
  return (
    <>
      <RadioGroup
        label={folders.watchMode}
        options={WATCH_MODES.map((value) => ({
          value,
          label: folders.watchModes[value],
          hint: folders.watchModeHints[value],
        }))}
        value={draft.mode}
        onChange={(mode) => onChange({ ...draft, mode })}
      />
      <TextField
        label={folders.pollSeconds}
        hint={folders.pollSecondsHint}
        inputMode="numeric"
        value={draft.pollSeconds}
        onChange={(pollSeconds) => onChange({ ...draft, pollSeconds })}
        error={
          watchingOf(draft) === null
            ? folders.needSeconds(POLL_SECONDS.least, POLL_SECONDS.most)
            : null
        }
      />
    </>
  );
}
