/** The fields of a project, for a new one and for one that is edited. */
import { type ReactElement, useMemo } from 'react';
import { LEADER_SCOPES, ORGANISATION_SCOPES } from '../../../src-shared/service/projects.ts';
import { DayField } from '../../ui/form/day-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TagsField } from '../../ui/form/tags-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { useRead } from '../../data/use-read.ts';
import type { DraftErrors, ProjectDraft } from './project-draft.ts';
import styles from './projects.module.css';

export function ProjectFields({
  draft,
  errors,
  knownTags,
  isNew,
  onChange,
}: Readonly<{
  draft: ProjectDraft;
  errors: DraftErrors;
  knownTags: readonly string[];
  /** A new one needs its scopes; of an old one they are left alone unless somebody sets them. */
  isNew: boolean;
  onChange: (draft: ProjectDraft) => void;
}>): ReactElement {
  const { projects } = useWords();
  const set = <Field extends keyof ProjectDraft>(field: Field, value: ProjectDraft[Field]) =>
    onChange({ ...draft, [field]: value });
  const unset = isNew ? [] : [{ value: '' as const, label: projects.keep }];
  const hint = isNew ? { hint: projects.fromProfile } : {};
  return (
    <>
      <TextField
        label={projects.name}
        value={draft.name}
        error={errors.name ?? null}
        onChange={(name) => set('name', name)}
      />
      <TextField label={projects.area} value={draft.area} onChange={(area) => set('area', area)} />
      <div className={styles['pair']}>
        <TextField
          {...hint}
          label={projects.organisation}
          value={draft.organisation}
          onChange={(organisation) => set('organisation', organisation)}
        />
        <TextField
          {...hint}
          label={projects.location}
          value={draft.location}
          onChange={(location) => set('location', location)}
        />
      </div>
      <div className={styles['pair']}>
        <DayField
          isInForm
          label={projects.from}
          value={draft.from}
          error={errors.from ?? null}
          onChange={(day) => set('from', day)}
        />
        <DayField
          isInForm
          label={projects.to}
          value={draft.to}
          error={errors.to ?? null}
          onChange={(day) => set('to', day)}
        />
      </div>
      <TextField
        label={projects.most}
        hint={projects.mostHint}
        inputMode="numeric"
        value={draft.most}
        error={errors.most ?? null}
        onChange={(most) => set('most', most)}
      />
      <div className={styles['pair']}>
        <Select
          label={projects.organisationScope}
          options={[
            ...unset,
            ...ORGANISATION_SCOPES.map((value) => ({
              value,
              label: projects.organisationScopes[value],
            })),
          ]}
          value={draft.organisationScope}
          onChange={(scope) => set('organisationScope', scope)}
        />
        <Select
          label={projects.leaderScope}
          options={[
            ...unset,
            ...LEADER_SCOPES.map((value) => ({ value, label: projects.leaderScopes[value] })),
          ]}
          value={draft.leaderScope}
          onChange={(scope) => set('leaderScope', scope)}
        />
      </div>
      <TagsField
        label={projects.tags}
        value={draft.tags}
        known={knownTags}
        onChange={(tags) => set('tags', tags)}
      />
    </>
  );
}

const NOTHING = {};

/** Names of the platform's tags, for offering them; none while they are not known. */
export function useKnownTags(): readonly string[] {
  const { value } = useRead('tags.list', NOTHING);
  return useMemo(() => (value?.tags ?? []).map(({ name }) => name), [value]);
}
