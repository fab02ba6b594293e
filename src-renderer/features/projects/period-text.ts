/** From when to when a project goes, as a list shows it; a dash for what the service does not say. */
import type { Project } from '../../../src-shared/service/projects.ts';
import type { Words } from '../../words/en.ts';

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
