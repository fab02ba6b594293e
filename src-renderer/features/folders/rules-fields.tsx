/** The rules of a folder: instructions for its files, what is left out, and how much it may spend without asking. */
import type { ReactElement } from 'react';
import { AssignmentFields } from '../../parts/assignment-fields.tsx';
import { WatchingFields } from '../../parts/watching-fields.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import type { FolderDraft, FolderProblem } from './folder-draft.ts';

const SPENDING = ['ask', 'budget'] as const;

export function RulesFields({
  draft,
  onChange,
  projects,
  problem,
}: Readonly<{
  draft: FolderDraft;
  onChange: (draft: FolderDraft) => void;
  projects: readonly { readonly id: string; readonly name: string }[];
  /** What has to be filled in; null while nobody tried to go on. */
  problem: FolderProblem | null;
}>): ReactElement {
  const { folders } = useWords();
  const set = (change: Partial<FolderDraft>) => onChange({ ...draft, ...change });
  const ofAssignment =
    problem === 'settle' || problem === 'budget' || problem === 'watching' ? null : problem;
  return (
    <>
      <AssignmentFields
        draft={draft.assignment}
        onChange={(assignment) => set({ assignment })}
        projects={projects}
        problem={ofAssignment}
      />
      <TextArea
        label={folders.exclude}
        hint={folders.excludeHint}
        value={draft.exclude}
        onChange={(exclude) => set({ exclude })}
      />
      <TextField
        label={folders.settle}
        hint={folders.settleHint}
        inputMode="numeric"
        value={draft.settleSeconds}
        onChange={(settleSeconds) => set({ settleSeconds })}
        error={problem === 'settle' ? folders.needCount : null}
      />
      <WatchingFields draft={draft.watching} onChange={(watching) => set({ watching })} />
      <RadioGroup
        label={folders.spending}
        options={SPENDING.map((value) => ({
          value,
          label: folders.spendings[value],
          hint: folders.spendingHints[value],
        }))}
        value={draft.spending}
        onChange={(spending) => set({ spending })}
      />
      {draft.spending === 'budget' && (
        <TextField
          label={folders.budget}
          inputMode="numeric"
          value={draft.budget}
          onChange={(budget) => set({ budget })}
          error={problem === 'budget' ? folders.needCount : null}
        />
      )}
    </>
  );
}
