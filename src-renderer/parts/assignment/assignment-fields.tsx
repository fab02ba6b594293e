/** Where and how files are to be notarized: project, labels, visibility, type, and whether the service is asked first. */
import { HELP_TOPICS } from '../../paths.ts';
import { HelpMark } from '../help/help-mark.tsx';
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import { type AssignmentDraft, type CitedField, type DraftProblem } from './assignment-draft.ts';
import { FilePicker } from '../files/file-picker.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import type { Words } from '../../words/en.ts';
import { CHECK_POLICIES } from '../../../src-shared/model/files/assignment.ts';

const VISIBILITIES = ['private', 'public'] as const;
const TYPES = ['primary', 'secondary'] as const;

export interface AssignmentFieldsProps {
  readonly draft: AssignmentDraft;
  readonly onChange: (draft: AssignmentDraft) => void;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
  /** What has to be filled in; empty while nobody tried to go on. */
  readonly problems: readonly DraftProblem[];
}

/** All of them. `isShort`: without the project, which is chosen already, and what is seldom changed. */
export function AssignmentFields({
  isShort = false,
  ...props
}: AssignmentFieldsProps & { readonly isShort?: boolean }): ReactElement {
  const { assignment } = useWords();
  return (
    <>
      {!isShort && <ProjectField {...props} />}
      <LabelsField {...props} />
      <VisibilityField {...props} />
      <KindFields {...props} />
      {!isShort && (
        <Disclosure label={assignment.more}>
          <CheckField {...props} />
        </Disclosure>
      )}
    </>
  );
}

/** What is wrong with a field, in words. */
function problemText(problem: DraftProblem, { assignment }: Words): string {
  const { problems } = assignment;
  switch (problem) {
    case 'project':
    case 'labels':
      return problems[problem];
    case 'procedureDescription':
    case 'linkToProcedure':
    case 'primaryData':
      return problems.procedure;
    default:
      return problem satisfies never;
  }
}

function useErrorOf(problems: readonly DraftProblem[]) {
  const words = useWords();
  return (name: DraftProblem) => (problems.includes(name) ? problemText(name, words) : null);
}

export function ProjectField({
  draft,
  onChange,
  projects,
  problems,
}: AssignmentFieldsProps): ReactElement {
  const { assignment } = useWords();
  const errorOf = useErrorOf(problems);
  return (
    <Select
      label={assignment.project}
      options={projects.map(({ id, name }) => ({ value: id, label: name }))}
      value={draft.projectId}
      onChange={(projectId) => onChange({ ...draft, projectId })}
      error={errorOf('project')}
      isRequired
    />
  );
}

export function LabelsField({ draft, onChange, problems }: AssignmentFieldsProps): ReactElement {
  const { assignment } = useWords();
  const errorOf = useErrorOf(problems);
  return (
    <TextField
      label={assignment.labels}
      hint={assignment.labelsHint}
      value={draft.labels}
      onChange={(labels) => onChange({ ...draft, labels })}
      error={errorOf('labels')}
      isRequired
    />
  );
}

export function VisibilityField({ draft, onChange }: AssignmentFieldsProps): ReactElement {
  const { assignment } = useWords();
  return (
    <RadioGroup
      label={assignment.visibility}
      hint={assignment.visibilityHint}
      options={VISIBILITIES.map((value) => ({
        value,
        label: assignment.visibilities[value],
        hint: assignment.visibilityHints[value],
      }))}
      value={draft.visibility}
      onChange={(visibility) => onChange({ ...draft, visibility })}
    />
  );
}

/** The type, and what a secondary file cites. */
export function KindFields({ draft, onChange, problems }: AssignmentFieldsProps): ReactElement {
  const { assignment } = useWords();
  const errorOf = useErrorOf(problems);
  const set = (change: Partial<AssignmentDraft>) => onChange({ ...draft, ...change });
  const text = (name: CitedField) => ({
    label: assignment[name],
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errorOf(name),
    isRequired: true,
  });
  const cited = { hint: assignment.idsHint, projectId: draft.projectId };
  return (
    <>
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
    </>
  );
}

/** When the service is asked whether it has a file, which sends it the file. */
export function CheckField({ draft, onChange }: AssignmentFieldsProps): ReactElement {
  const { assignment } = useWords();
  return (
    <RadioGroup
      label={assignment.check}
      mark={<HelpMark topic={HELP_TOPICS.duplicateCheck} about={assignment.check} />}
      hint={assignment.checkPromise}
      options={CHECK_POLICIES.map((value) => ({
        value,
        label: assignment.checks[value],
        hint: assignment.checkHints[value],
      }))}
      value={draft.check}
      onChange={(check) => onChange({ ...draft, check })}
    />
  );
}
