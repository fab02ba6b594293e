/** Fields of a project or a profile, and their values, as a person reads them. */
import type { FieldValue } from '../../src-shared/model/changes/record-edit.ts';
import type { Words } from './en.ts';

/** The label that the field has in its form; a field nobody knows keeps its name. */
export function fieldLabel(field: string, { projects, profile }: Words): string {
  const labels: Readonly<Record<string, string>> = {
    name: projects.name,
    area: projects.area,
    organisation: projects.organisation,
    location: projects.location,
    tags: projects.tags,
    maxNumberOfMembers: projects.most,
    organisationScope: projects.organisationScope,
    leaderScope: projects.leaderScope,
    startDate: projects.from,
    endDate: projects.to,
    lastName: profile.lastName,
  };
  return labels[field] ?? field;
}

export function fieldText(field: string, value: FieldValue, words: Words): string {
  const { projects, pending, figures } = words;
  if (Array.isArray(value)) return value.length === 0 ? pending.nothing : figures.list(value);
  if (value === null || value === '') return pending.nothing;
  if (typeof value === 'number') {
    return field.endsWith('Scope') ? projects.unknownCode(value) : figures.number(value);
  }
  if (field.endsWith('Date')) {
    const atMs = Date.parse(value);
    return Number.isNaN(atMs) ? value : figures.utcDay(atMs);
  }
  const scopes: Readonly<Record<string, string>> = {
    ...projects.organisationScopes,
    ...projects.leaderScopes,
  };
  return field.endsWith('Scope') ? (scopes[value] ?? value) : value;
}
