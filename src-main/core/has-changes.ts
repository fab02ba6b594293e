/** Whether a project shows what was sent to change it. A scope that was sent cannot be seen: its number is not explained. */
import { msFromIso } from '../../src-shared/model/time.ts';
import type { Project, ProjectChange } from '../../src-shared/service/projects.ts';

export function hasChanges(project: Project, change: ProjectChange): boolean {
  const { organisationScope, leaderScope, startDate, endDate, tags, ...plain } = change;
  if (organisationScope !== undefined || leaderScope !== undefined) return false;
  return (
    isSameMoment(project.startDate, startDate) &&
    isSameMoment(project.endDate, endDate) &&
    (tags === undefined || isSameSet(project.tags, tags)) &&
    isSame(project.name, plain.name) &&
    isSame(project.area, plain.area) &&
    isSame(project.organisation, plain.organisation) &&
    isSame(project.location, plain.location) &&
    isSame(project.maxNumberOfMembers, plain.maxNumberOfMembers)
  );
}

function isSame<Value>(seen: Value, sent: Value | undefined): boolean {
  return sent === undefined || seen === sent;
}

/** The service may write the same moment in another way. */
function isSameMoment(seen: string, sent: string | undefined): boolean {
  return sent === undefined || msFromIso(seen) === msFromIso(sent);
}

function isSameSet(seen: readonly string[], sent: readonly string[]): boolean {
  return seen.length === sent.length && sent.every((tag) => seen.includes(tag));
}
