/** Fields of a project or a profile, and their values, as a person reads them. */
import type { FieldValue } from '../../src-shared/model/changes/record-edit.ts';
import { kindOf } from '../../src-shared/model/projects/project-fields.ts';
import type { Words } from './en.ts';

/** The label that the field has in its form; a field nobody knows keeps its name. */
export function fieldLabel(field: string, { fields }: Words): string {
  const labels: Readonly<Record<string, string>> = { ...fields.profile, ...fields.project };
  return labels[field] ?? field;
}

export function fieldText(field: string, value: FieldValue, words: Words): string {
  const { projects, pending, figures } = words;
  if (Array.isArray(value)) return value.length === 0 ? pending.nothing : figures.list(value);
  if (value === null || value === '') return pending.nothing;
  const kind = kindOf(field);
  if (typeof value === 'number') {
    return kind === 'scope' ? projects.unknownCode(value) : figures.number(value);
  }
  if (kind === 'scope')
    return (projects.scopes as Readonly<Record<string, string>>)[value] ?? value;
  const atMs = kind === 'day' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? value : figures.utcDay(atMs);
}
