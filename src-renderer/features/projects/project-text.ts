/** From when to when a project goes, as a list shows it; a dash for what the service does not say. */
import type { ProjectView } from '../../../src-shared/bridge/project-calls.ts';
import type { FieldValue } from '../../../src-shared/model/changes/record-edit.ts';
import { knownPeople, memberCounts } from '../../../src-shared/model/people/person-view.ts';
import type { ScopeField } from '../../../src-shared/model/projects/project-fields.ts';
import type { Project } from '../../../src-shared/service/projects.ts';
import type { Words } from '../../words/en.ts';
import type { PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import { fieldLabel, fieldText } from '../../words/field-text.ts';

export function periodText(
  { startDate, endDate }: Pick<Project, 'startDate' | 'endDate'>,
  { projects, figures }: Words,
): string {
  const day = (iso: string) => {
    const ms = Date.parse(iso);
    return Number.isNaN(ms) ? '—' : figures.utcDay(ms);
  };
  return projects.period(day(startDate), day(endDate));
}

/** Nothing for what is no edit, or does not wait: that is said as of every other change. */
export function editText({ kind, stage, fields }: PendingMark, words: Words): { text?: string } {
  if (kind !== 'edit-project' || stage !== 'waiting' || fields.length === 0) return {};
  const labels = fields.map(({ field }) => fieldLabel(field, words));
  return { text: words.projects.notSent(words.figures.list(labels)) };
}

/** A scope in words: given or learned, else the likely one, said to be that. The number that the service answers says nothing. */
export function scopeText(
  field: ScopeField,
  { project, scopes, likelyScopes }: Pick<ProjectView, 'project' | 'scopes' | 'likelyScopes'>,
  given: FieldValue,
  words: Words,
): string {
  const { projects } = words;
  const [word, likely, code] = [given ?? scopes[field], likelyScopes[field], project[field]];
  if (word !== null) return fieldText(field, word, words);
  if (code === null) return projects.notStated;
  return likely === null
    ? projects.notStated
    : projects.likelyScope(fieldText(field, likely, words));
}

export function peopleText(project: Project, { projects }: Words): string {
  const { joined, invited } = memberCounts(knownPeople(project));
  return projects.peopleOf(joined, project.maxNumberOfMembers, invited);
}
