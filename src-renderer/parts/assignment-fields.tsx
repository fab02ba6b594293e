/** Where and how files are to be notarized: project, labels, visibility, type, and whether the platform is asked first. */
import type { ReactElement } from 'react';
import { useWords } from '../words/words-context.ts';
import { CHECKS, type AssignmentDraft, type DraftProblem } from './assignment-draft.ts';
import { FilePicker } from './file-picker.tsx';
import { RadioGroup } from '../ui/form/radio-group.tsx';
import { Select } from '../ui/form/select.tsx';
import { TextField } from '../ui/form/text-field.tsx';

const VISIBILITIES = ['private', 'public'] as const;
const TYPES = ['primary', 'secondary'] as const;

export function AssignmentFields({
  draft,
  onChange,
  projects,
  problem,
  isShort = false,
}: Readonly<{
  draft: AssignmentDraft;
  onChange: (draft: AssignmentDraft) => void;
  projects: readonly { readonly id: string; readonly name: string }[];
  /** What has to be filled in; null while nobody tried to go on. */
  problem: DraftProblem | null;
  /** Without the project, which is chosen already, and what is seldom changed. */
  isShort?: boolean;
}>): ReactElement {
  const { assignment } = useWords();
  const set = (change: Partial<AssignmentDraft>) => onChange({ ...draft, ...change });
  const text = (name: 'procedureDescription' | 'linkToProcedure' | 'primaryData') => ({
    label: assignment[name],
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
    error:
      problem === 'procedure' && draft[name].trim() === '' ? assignment.problems.procedure : null,
  });
  const cited = { hint: assignment.idsHint, projectId: draft.projectId };
  return (
    <>
      {!isShort && (
        <Select
          label={assignment.project}
          options={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.projectId}
          onChange={(projectId) => set({ projectId })}
        />
      )}
      <TextField
        label={assignment.labels}
        hint={assignment.labelsHint}
        value={draft.labels}
        onChange={(labels) => set({ labels })}
        error={problem === 'labels' ? assignment.problems.labels : null}
      />
      <RadioGroup
        label={assignment.visibility}
        options={VISIBILITIES.map((value) => ({
          value,
          label: assignment.visibilities[value],
          hint: assignment.visibilityHints[value],
        }))}
        value={draft.visibility}
        onChange={(visibility) => set({ visibility })}
      />
      <RadioGroup
        label={assignment.type}
        options={TYPES.map((value) => ({
          value,
          label: assignment.types[value],
          hint: assignment.typeHints[value],
        }))}
        value={draft.fileType}
        onChange={(fileType) => set({ fileType })}
      />
      {draft.fileType === 'secondary' && (
        <>
          <TextField {...text('procedureDescription')} />
          <FilePicker {...text('linkToProcedure')} {...cited} fileType={null} />
          <FilePicker {...text('primaryData')} {...cited} fileType="primary" />
        </>
      )}
      {!isShort && (
        <RadioGroup
          label={assignment.check}
          options={CHECKS.map((value) => ({
            value,
            label: assignment.checks[value],
            hint: assignment.checkHints[value],
          }))}
          value={draft.check}
          onChange={(check) => set({ check })}
        />
      )}
      {!isShort && draft.check === 'up-to' && (
        <TextField
          label={assignment.upTo}
          inputMode="decimal"
          value={draft.upToMb}
          onChange={(upToMb) => set({ upToMb })}
          error={problem === 'size' ? assignment.problems.size : null}
        />
      )}
    </>
  );
}
