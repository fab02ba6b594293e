/** A project as it is typed, what is wrong with it, and what of it is sent. Pure: nothing here asks anybody. */
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type { ProjectWish } from '../../../src-shared/bridge/outbox-calls.ts';
import {
  PROJECT_FIELD_NAMES,
  PROJECT_FIELDS,
  type Project,
  type ProjectField,
} from '../../../src-shared/service/projects.ts';
import type { FieldValue } from '../../../src-shared/model/changes/record-edit.ts';
import { isSameValue } from '../../../src-shared/model/projects/project-fields.ts';
import type { Words } from '../../words/en.ts';

/** Days as YYYY-MM-DD. A scope that is empty stays as it is. */
export type ProjectDraft = {
  readonly [Field in ProjectField]: Field extends 'tags' ? readonly string[] : string;
};

export type DraftErrors = Partial<Record<ProjectField, string>>;
type Edit = CallInput<'projects.edit'>['edit'];

export function emptyDraft(today: string): ProjectDraft {
  const inAYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return {
    ...draftFrom((field) => (PROJECT_FIELDS[field].kind === 'tags' ? [] : '')),
    maxNumberOfMembers: '10',
    startDate: today,
    endDate: momentOf(inAYear) === null ? `${inAYear.slice(0, 8)}28` : inAYear, // 29 February
    organisationScope: 'Private',
    leaderScope: 'Full Access',
  };
}

export function draftOf(project: Project): ProjectDraft {
  return draftFrom((field) => {
    const value = project[field];
    const { kind } = PROJECT_FIELDS[field];
    if (Array.isArray(value)) return value;
    if (kind === 'scope' || value === null) return '';
    return kind === 'day' ? dayOf(String(value)) : String(value);
  });
}

function draftFrom(typed: (field: ProjectField) => string | readonly string[]): ProjectDraft {
  const all = PROJECT_FIELD_NAMES.map((field) => [field, typed(field)]);
  return Object.fromEntries(all) as ProjectDraft;
}

/** What is sent of what was typed; null: nothing. */
function valueOf(draft: ProjectDraft, field: ProjectField): FieldValue {
  const typed = draft[field];
  if (typeof typed !== 'string') return [...typed];
  const { kind } = PROJECT_FIELDS[field];
  if (kind === 'day') return momentOf(typed);
  const text = typed.trim();
  if (kind === 'text') return text;
  if (text === '') return null;
  return kind === 'count' ? Number(text) : text;
}

/** `before`: what an edit began with; a field that the service itself left empty is not asked for. */
export function validateDraft(
  draft: ProjectDraft,
  { projects }: Words,
  before: ProjectDraft | null = null,
): DraftErrors {
  const errors: DraftErrors = {};
  for (const field of PROJECT_FIELD_NAMES) {
    const typed = draft[field];
    const { kind } = PROJECT_FIELDS[field];
    if (field === 'name' && draft.name.trim() === '') errors.name = projects.needName;
    if (typeof typed !== 'string' || (before !== null && before[field] === typed)) continue;
    if (kind === 'count' && !/^[1-9]\d{0,5}$/.test(typed.trim()))
      errors[field] = projects.needCount;
    if (kind === 'day' && momentOf(typed) === null) errors[field] = projects.needDay;
  }
  if (draft.endDate !== '' && draft.endDate < draft.startDate)
    errors.endDate ??= projects.needOrder;
  return errors;
}

/** Only what is different from before. */
export function editOf(before: ProjectDraft, after: ProjectDraft): Edit {
  const changed = PROJECT_FIELD_NAMES.flatMap((field) => {
    const value = valueOf(after, field);
    return value === null || isSameValue(valueOf(before, field), value) ? [] : [[field, value]];
  });
  return Object.fromEntries(changed) as Edit;
}

/** What the form was opened with, of the fields that are edited: what somebody else does meanwhile is found by it. */
export function seenOf(
  began: Project,
  edit: Edit,
): NonNullable<CallInput<'projects.edit'>['seen']> {
  const fields = Object.keys(edit) as (keyof Edit)[];
  return Object.fromEntries(fields.map((field) => [field, began[field] ?? null]));
}

/** What a new project is priced as. `members`: ids of those who are invited with it. The draft is right by now. */
export function wishOf(draft: ProjectDraft, members: readonly string[]): CallInput<'outbox.price'> {
  const said = PROJECT_FIELD_NAMES.map((field) => [field, valueOf(draft, field)]);
  const project = {
    ...(Object.fromEntries(said) as ProjectWish),
    maxNumberOfMembers: draft.maxNumberOfMembers.trim(),
    leader: null,
    // What is empty comes from the person's profile.
    organisation: draft.organisation.trim() || null,
    location: draft.location.trim() || null,
    members: members.map((userId) => ({ userId })),
  };
  return { kind: 'create-project', isAnother: false, project };
}

/** YYYY-MM-DD of a moment that the service gave; empty when it cannot be read. */
export function dayOf(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

/** The beginning of that day; null for what is no day. */
export function momentOf(day: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const iso = `${day}T00:00:00.000Z`;
  return dayOf(iso) === day ? iso : null;
}
