/** A project as it is typed, what is wrong with it, and what of it is sent. Pure: nothing here asks anybody. */
import type { CallInput } from '../../../src-shared/bridge/calls.ts';
import type {
  LeaderScope,
  OrganisationScope,
} from '../../../src-shared/model/projects/project-fields.ts';
import type { Project } from '../../../src-shared/service/projects.ts';
import type { Words } from '../../words/en.ts';

export interface ProjectDraft {
  readonly name: string;
  readonly area: string;
  readonly organisation: string;
  readonly location: string;
  readonly most: string;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly tags: readonly string[];
  /** Empty: it stays as it is. */
  readonly organisationScope: OrganisationScope | '';
  readonly leaderScope: LeaderScope | '';
}

export type DraftErrors = Partial<Record<'name' | 'most' | 'from' | 'to', string>>;
type Edit = CallInput<'projects.edit'>['edit'];

export function emptyDraft(today: string): ProjectDraft {
  const inAYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  return {
    name: '',
    area: '',
    organisation: '',
    location: '',
    most: '10',
    from: today,
    to: momentOf(inAYear) === null ? `${inAYear.slice(0, 8)}28` : inAYear, // 29 February
    tags: [],
    organisationScope: 'Private',
    leaderScope: 'Full Access',
  };
}

export function draftOf(project: Project): ProjectDraft {
  const { name, area, organisation, location, tags, maxNumberOfMembers } = project;
  return {
    name,
    area,
    organisation,
    location,
    tags,
    most: maxNumberOfMembers === null ? '' : String(maxNumberOfMembers),
    from: dayOf(project.startDate),
    to: dayOf(project.endDate),
    organisationScope: '',
    leaderScope: '',
  };
}

/** `before`: what an edit began with; a field that the service itself left empty is not asked for. */
export function validateDraft(
  draft: ProjectDraft,
  { projects }: Words,
  before: ProjectDraft | null = null,
): DraftErrors {
  const errors: DraftErrors = {};
  const isKept = (field: 'most' | 'from' | 'to') =>
    before !== null && before[field] === draft[field];
  if (draft.name.trim() === '') errors.name = projects.needName;
  if (!/^[1-9]\d{0,5}$/.test(draft.most.trim()) && !isKept('most'))
    errors.most = projects.needCount;
  if (momentOf(draft.from) === null && !isKept('from')) errors.from = projects.needDay;
  if (momentOf(draft.to) === null && !isKept('to')) errors.to = projects.needDay;
  else if (draft.to !== '' && draft.to < draft.from) errors.to = projects.needOrder;
  return errors;
}

/** Only what is different from before. */
export function editOf(before: ProjectDraft, after: ProjectDraft): Edit {
  const texts = (['name', 'area', 'organisation', 'location'] as const).filter(
    (field) => after[field].trim() !== before[field],
  );
  const startDate = after.from === before.from ? null : momentOf(after.from);
  const endDate = after.to === before.to ? null : momentOf(after.to);
  return {
    ...Object.fromEntries(texts.map((field) => [field, after[field].trim()])),
    ...(after.tags.join('\n') === before.tags.join('\n') ? {} : { tags: [...after.tags] }),
    ...(after.most === before.most ? {} : { maxNumberOfMembers: Number(after.most) }),
    ...(startDate === null ? {} : { startDate }),
    ...(endDate === null ? {} : { endDate }),
    ...(after.organisationScope === '' ? {} : { organisationScope: after.organisationScope }),
    ...(after.leaderScope === '' ? {} : { leaderScope: after.leaderScope }),
  };
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
  return {
    kind: 'create-project',
    isAnother: false,
    project: {
      name: draft.name.trim(),
      leader: null,
      area: draft.area.trim(),
      organisation: orNull(draft.organisation),
      location: orNull(draft.location),
      tags: [...draft.tags],
      maxNumberOfMembers: draft.most.trim(),
      organisationScope: draft.organisationScope === '' ? 'Private' : draft.organisationScope,
      leaderScope: draft.leaderScope === '' ? 'Full Access' : draft.leaderScope,
      startDate: momentOf(draft.from) ?? '',
      endDate: momentOf(draft.to) ?? '',
      members: members.map((userId) => ({ userId })),
    },
  };
}

/** What is empty comes from the person's profile. */
function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
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
