/** The rules of a folder: instructions for its files, what is left out, and how much it may spend without asking. */
import type { ReactElement } from 'react';
import { SETTLE_SECONDS } from '../../../src-shared/model/folders/folder-rules.ts';
import { AssignmentFields } from '../../parts/assignment/assignment-fields.tsx';
import { WatchingFields } from '../../parts/assignment/watching-fields.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import type { DraftProblem } from '../../parts/assignment/assignment-draft.ts';
import type { FolderDraft, FolderProblem } from './folder-draft.ts';

const SPENDING = ['ask', 'each', 'budget'] as const;

export interface RulesFieldsProps {
  readonly draft: FolderDraft;
  readonly onChange: (draft: FolderDraft) => void;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  /** What has to be filled in; empty while nobody tried to go on. */
  readonly problems: readonly FolderProblem[];
}

export function RulesFields(props: RulesFieldsProps): ReactElement {
  return (
    <>
      <AssignmentFields {...assignmentProps(props)} />
      <WayFields {...props} />
    </>
  );
}

/** Of the rules of a folder, those of an assignment. */
export function assignmentProps({ draft, onChange, projects, problems }: RulesFieldsProps) {
  return {
    draft: draft.assignment,
    onChange: (assignment: FolderDraft['assignment']) => onChange({ ...draft, assignment }),
    projects,
    problems: problems.filter(isOfAssignment),
  };
}

function isOfAssignment(problem: FolderProblem): problem is DraftProblem {
  return problem !== 'settle' && problem !== 'budget' && problem !== 'watching';
}

/** What is left out, when and how files are taken, and what may be spent without asking. */
export function WayFields({ draft, onChange, problems }: RulesFieldsProps): ReactElement {
  const { folders } = useWords();
  const set = (change: Partial<FolderDraft>) => onChange({ ...draft, ...change });
  return (
    <>
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
        error={
          problems.includes('settle')
            ? folders.needSeconds(SETTLE_SECONDS.least, SETTLE_SECONDS.most)
            : null
        }
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
          error={problems.includes('budget') ? folders.needCount : null}
        />
      )}
    </>
  );
}
