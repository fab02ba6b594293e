/** The fields of a project, for a new one and for one that is edited. */
import { type ReactElement, useMemo } from 'react';
import {
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  type ProjectField,
} from '../../../src-shared/service/projects.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TagsField } from '../../ui/form/tags-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { fieldText } from '../../words/field-text.ts';
import { useWords } from '../../words/words-context.ts';
import { useRead } from '../../data/use-read.ts';
import type { DraftErrors, ProjectDraft } from './project-draft.ts';
import styles from './projects.module.css';

interface FormFacts {
  readonly draft: ProjectDraft;
  readonly errors: DraftErrors;
  readonly knownTags: readonly string[];
  /** A new one needs its scopes; of an old one they are left alone unless somebody sets them. */
  readonly isNew: boolean;
  readonly onChange: (draft: ProjectDraft) => void;
}

/** Fields that stand beside another one. */
const SECONDS: Partial<Record<ProjectField, ProjectField>> = {
  organisation: 'location',
  startDate: 'endDate',
  organisationScope: 'leaderScope',
};
const FIRSTS = PROJECT_FIELD_NAMES.filter((field) => !Object.values(SECONDS).includes(field));

export function ProjectFields(facts: FormFacts): ReactElement {
  return (
    <>
      {FIRSTS.map((field) => {
        const second = SECONDS[field];
        if (second === undefined) return <ProjectFieldInput key={field} {...facts} field={field} />;
        return (
          <div key={field} className={styles['pair']}>
            <ProjectFieldInput {...facts} field={field} />
            <ProjectFieldInput {...facts} field={second} />
          </div>
        );
      })}
    </>
  );
}

function ProjectFieldInput({
  field,
  draft,
  errors,
  knownTags,
  isNew,
  onChange,
}: FormFacts & Readonly<{ field: ProjectField }>): ReactElement {
  const words = useWords();
  const { projects } = words;
  const typed = draft[field];
  const label = words.fields.project[field];
  const set = (value: ProjectDraft[ProjectField]) => onChange({ ...draft, [field]: value });
  if (typeof typed !== 'string') {
    return <TagsField label={label} value={typed} known={knownTags} onChange={set} />;
  }
  const asked = PROJECT_FIELDS[field];
  const input = { label, value: typed, error: errors[field] ?? null, onChange: set };
  if (asked.kind === 'day') return <DayField isInForm {...input} />;
  if (asked.kind === 'count') {
    return <TextField {...input} hint={projects.mostHint} inputMode="numeric" />;
  }
  if (asked.kind === 'scope') {
    const options = asked.words.map((value: string) => {
      return { value, label: fieldText(field, value, words) };
    });
    const unset = isNew ? [] : [{ value: '', label: projects.keep }];
    return <Select label={label} options={[...unset, ...options]} value={typed} onChange={set} />;
  }
  const isOfProfile = field === 'organisation' || field === 'location';
  return <TextField {...input} {...(isNew && isOfProfile && { hint: projects.fromProfile })} />;
}

/** Names of the service's tags, for offering them; none while they are not known. */
export function useKnownTags(): readonly string[] {
  const { value } = useRead('tags.list');
  return useMemo(() => (value?.tags ?? []).map(({ name }) => name), [value]);
}
