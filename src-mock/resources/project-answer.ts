/** The documented shape of a project: scopes as integers, members as a nested page. */
import { LEADER_SCOPES, ORGANISATION_SCOPES } from '../../src-shared/service/projects.ts';
import type { Readings } from '../control/readings.ts';
import { FIRST_PAGE, paged, slice } from '../http/paging.ts';
import type { Membership } from '../store/member-table.ts';
import type { Project } from '../store/project-table.ts';
import type { Store } from '../store/store.ts';
import { requireUser } from './people.ts';

type AnswerStore = Pick<Store, 'users' | 'members'>;

export function projectAnswer(store: AnswerStore, project: Project, readings: Readings): object {
  const { id, name, area, organisation, location, tags, leaderId, startDate, endDate } = project;
  const leader = requireUser(store, leaderId);
  const members = store.members.ofProject(id);
  const shown = slice(members, FIRST_PAGE).map((membership) => memberAnswer(store, membership));
  return {
    id,
    name,
    area,
    organisation,
    location,
    tags,
    leaderId,
    leaderFirstName: leader.name,
    leaderLastName: leader.lastName,
    maxNumberOfMembers: project.maxMembers,
    organisationScope:
      readings.organisationScopeCodes[ORGANISATION_SCOPES.indexOf(project.organisationScope)],
    leaderScope: readings.leaderScopeCodes[LEADER_SCOPES.indexOf(project.leaderScope)],
    startDate,
    endDate,
    members: paged(shown, members.length, FIRST_PAGE, readings),
  };
}

export function memberAnswer(store: AnswerStore, { userId, isActive }: Membership) {
  const { id, name, lastName, email } = requireUser(store, userId);
  return { id, name, lastName, email, status: isActive ? 'Active' : 'On-hold' };
}
