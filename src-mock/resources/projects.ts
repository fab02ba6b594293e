/** Projects: creating, listing, reading and changing them. */
import { randomUUID } from 'node:crypto';
import { LEADER_SCOPES, ORGANISATION_SCOPES } from '../../src-shared/service/projects.ts';
import type { Readings } from '../control/readings.ts';
import { INVITATION_PRICE, PROJECT_PRICE } from '../credits/credits.ts';
import { badRequest } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import { FIRST_PAGE, paged, pageRequest, slice } from '../http/paging.ts';
import type { Service } from '../service.ts';
import type { Project } from '../store/project-table.ts';
import type { Store } from '../store/store.ts';
import { maySeeProject, requireManagedProject, requireVisibleProject } from './access.ts';
import { inviteUser, memberAnswer } from './members.ts';
import { requireUser } from './people.ts';

const MAX_MEMBERS = 100_000;

type ProjectHandlers = Pick<
  Handlers,
  'createProject' | 'listProjects' | 'getProject' | 'updateProject'
>;

export function makeProjectHandlers(service: Service): ProjectHandlers {
  const { store, chain, credits, readings } = service;

  return {
    createProject: ({ caller, body }) =>
      store.atomically(() => {
        const { leader, maxNumberOfMembers, members, ...facts } = body;
        if (leader.trim() === '') throw badRequest('leader must not be empty');
        const project = {
          ...facts,
          id: randomUUID(),
          leaderId: caller.id,
          maxMembers: Number(maxNumberOfMembers),
        };
        requireSound(project);
        if (members.length > project.maxMembers) {
          throw badRequest('members holds more users than maxNumberOfMembers allows');
        }
        credits.requireBalance(caller.id, PROJECT_PRICE + INVITATION_PRICE * members.length);
        store.projects.save(project);
        credits.charge({
          userId: caller.id,
          price: PROJECT_PRICE,
          type: 'PROJECT_CREATION',
          subjectId: project.id,
        });
        chain.record({
          operation: 'PROJECT_CREATION',
          subjectId: project.id,
          actorId: caller.id,
          content: { name: project.name, organisation: project.organisation },
        });
        for (const userId of members) {
          if (store.users.find(userId) === null) throw badRequest(`members: no user "${userId}"`);
          inviteUser(service, project, caller, userId);
        }
        return { responseMessage: 'Project created' };
      }),

    listProjects: ({ caller, query }) => {
      const page = pageRequest(query, readings());
      const visible = store.projects
        .all()
        .filter((project) => maySeeProject(service, caller, project))
        .toReversed(); // newest first
      const records = slice(visible, page).map((project) =>
        projectAnswer(store, project, readings()),
      );
      return paged(records, visible.length, page, readings());
    },

    getProject: ({ caller, parameter }) => {
      const project = requireVisibleProject(service, caller, parameter('projectId'));
      return projectAnswer(store, project, readings());
    },

    updateProject: ({ caller, body, parameter }) =>
      store.atomically(() => {
        const before = requireManagedProject(service, caller, parameter('projectId'));
        const { maxNumberOfMembers = before.maxMembers, ...sent } = body;
        const changes = Object.fromEntries(
          Object.entries(sent).filter(([, value]) => value !== undefined),
        ) as Partial<Project>;
        const project = { ...before, ...changes, maxMembers: maxNumberOfMembers };
        requireSound(project);
        if (store.members.ofProject(project.id).length > project.maxMembers) {
          throw badRequest('maxNumberOfMembers is less than the members the project has');
        }
        store.projects.save(project);
        return { responseMessage: 'Project updated' };
      }),
  };
}

/** Throws a 400 for a project that cannot be meant. */
function requireSound({ name, maxMembers, startDate, endDate }: Project): void {
  if (name.trim() === '') throw badRequest('name must not be empty');
  if (maxMembers < 1 || maxMembers > MAX_MEMBERS) {
    throw badRequest(`maxNumberOfMembers must be from 1 to ${MAX_MEMBERS}`);
  }
  if (Date.parse(endDate) < Date.parse(startDate)) {
    throw badRequest('endDate is before startDate');
  }
}

/** The documented shape of a project: scopes as integers, members as a nested page. */
function projectAnswer(
  store: Pick<Store, 'users' | 'members'>,
  project: Project,
  readings: Readings,
): object {
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
