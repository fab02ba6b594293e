/** From when to when a project goes, as a list shows it; a dash for what the service does not say. */
import type { Project } from '../../../src-shared/service/projects.ts';
import type { Words } from '../../words/en.ts';
import type { PendingMark } from '../../../src-shared/model/changes/pending-mark.ts';
import { fieldLabel } from '../../words/field-text.ts';

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

/** A scope in words: learned, or said to be not stated, with the number that the service answered. */
export function scopeText(code: number | null, label: string | null, { projects }: Words): string {
  if (label !== null) return label;
  return code === null ? projects.notStated : projects.unknownCode(code);
}

/** The leader and everybody who has joined. Of members that the service has not listed yet, all count as joined. */
export function joinedCount({ leaderId, members }: Pick<Project, 'leaderId' | 'members'>): number {
  const { records, totalRecords } = members;
  const joined = records.filter(({ status }) => status !== 'On-hold').map(({ id }) => id);
  const unlisted = Math.max(0, (totalRecords ?? 0) - records.length);
  return new Set([leaderId, ...joined]).size + unlisted;
}
