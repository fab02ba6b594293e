/** A project's editable fields as plain values, and when two values of one mean the same. Pure. */
import type { Project, ProjectChange } from '../../service/projects.ts';
import type { FieldValue, Fields, IsSame } from '../changes/record-edit.ts';
import type { ScopeLabels } from './scope-labels.ts';
import { msFromIso } from '../text/time.ts';

export const PROJECT_FIELDS = [
  'name',
  'area',
  'organisation',
  'location',
  'tags',
  'maxNumberOfMembers',
  'organisationScope',
  'leaderScope',
  'startDate',
  'endDate',
] as const satisfies readonly (keyof ProjectChange)[];

/** Scopes are the service's numbers. */
export function projectFields(project: Project): Fields {
  return Object.fromEntries(PROJECT_FIELDS.map((field) => [field, project[field]]));
}

const MOMENTS: ReadonlySet<string> = new Set(['startDate', 'endDate']);

/**
 * `labels`: what the scopes of the project as it is shown are called. A scope that was meant in words is compared with
 * them; while they are not known, nothing is the same.
 */
export function sameProjectField(labels: ScopeLabels): IsSame {
  return (field, theirs, meant) => {
    if (field === 'organisationScope' && typeof meant === 'string' && typeof theirs !== 'string')
      return labels.organisation === meant;
    if (field === 'leaderScope' && typeof meant === 'string' && typeof theirs !== 'string')
      return labels.leader === meant;
    if (MOMENTS.has(field)) return isSameMoment(theirs, meant);
    return isSameValue(theirs, meant);
  };
}

/** Two values as they are; lists in any order. */
export function isSameValue(one: FieldValue, other: FieldValue): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && other.every((each) => one.includes(each));
}

function isSameMoment(one: FieldValue, other: FieldValue): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other;
  const ms = msFromIso(one);
  return ms === null ? one === other : ms === msFromIso(other);
}
