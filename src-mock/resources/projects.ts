/** Projects: creating, listing, reading and changing them. */
import { randomUUID } from 'node:crypto';
import {
  type Member,
  PROJECT_FIELDS,
  type Project as Answered,
} from '../../src-shared/service/projects.ts';
import type { Readings } from '../control/readings.ts';
import { INVITATION_PRICE, PROJECT_PRICE } from '../credits/credits.ts';
import { badRequest } from '../http/answer.ts';
import { type Handlers, info } from '../http/call.ts';
import { FIRST_PAGE, type Paged, paged, pageRequest, slice } from '../http/paging.ts';
import type { Service } from '../service.ts';
import type { Project, Tag } from '../store/project-table.ts';
import type { Store } from '../store/store.ts';
import { maySeeProject, requireManagedProject, requireVisibleProject } from './access.ts';
import { inviteUser, memberAnswer } from './members.ts';
import { requireUser } from './people.ts';
import { assertNever } from '../assert-never.ts';

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
        const { leader, members, ...fields } = body;
        if (leader.trim() === '') throw badRequest('leader must not be empty');
        const project = {
          ...fields,
          id: randomUUID(),
          leaderId: caller.id,
          maxNumberOfMembers: Number(fields.maxNumberOfMembers),
        };
        requireSound(project);
        if (members.length > project.maxNumberOfMembers) {
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
        const sent = Object.entries(body).filter(([, value]) => value !== undefined);
        const project = { ...before, ...(Object.fromEntries(sent) as Partial<Project>) };
        requireSound(project);
        if (store.members.ofProject(project.id).length > project.maxNumberOfMembers) {
          throw badRequest('maxNumberOfMembers is less than the members the project has');
        }
        store.projects.save(project);
        return { responseMessage: 'Project updated' };
      }),
  };
}

/** Throws a 400 for a project that cannot be meant. */
function requireSound({ name, maxNumberOfMembers, startDate, endDate }: Project): void {
  if (name.trim() === '') throw badRequest('name must not be empty');
  if (maxNumberOfMembers < 1 || maxNumberOfMembers > MAX_MEMBERS) {
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
): Omit<Answered, 'members'> & { readonly members: Paged<Member> } {
  const leader = requireUser(store, project.leaderId);
  const members = store.members.ofProject(project.id);
  const shown = slice(members, FIRST_PAGE).map((membership) => memberAnswer(store, membership));
  const code = (field: 'organisationScope' | 'leaderScope') => {
    const words: readonly string[] = PROJECT_FIELDS[field].words;
    return readings[`${field}Codes`][words.indexOf(project[field])] ?? null;
  };
  return {
    ...project,
    leaderFirstName: leader.name,
    leaderLastName: leader.lastName,
    organisationScope: code('organisationScope'),
    leaderScope: code('leaderScope'),
    members: paged(shown, members.length, FIRST_PAGE, readings),
  };
}

export function makeTagHandlers({
  store,
  readings,
}: Service): Pick<Handlers, 'listTags' | 'createTag' | 'searchTags'> {
  function page(text: string, query: URLSearchParams) {
    const request = pageRequest(query, readings());
    return paged(store.tags.search(text, request), store.tags.count(text), request, readings());
  }

  return {
    listTags: ({ query }) => {
      const all = page('', query);
      return { ...all, records: shapeRecords(all.records, readings().tagRecords) };
    },

    createTag: ({ body }) => {
      const name = body.name.trim();
      if (name === '') throw badRequest('name must not be empty');
      if (!store.tags.insert(name)) throw badRequest('A tag of this name exists', 'TAG_EXISTS');
      return info('Tag created', 201);
    },

    searchTags: ({ query }) => {
      const text = query.get('tag');
      if (text === null || text === '') throw badRequest('the query needs tag, the search term');
      return page(text, query);
    },
  };
}

/** As an object it is the last tag of the page; an empty page is an empty object. */
function shapeRecords(
  tags: readonly Tag[],
  shape: Readings['tagRecords'],
): readonly Tag[] | object {
  switch (shape) {
    case 'array':
      return tags;
    case 'object':
      return tags.at(-1) ?? {};
    default:
      return assertNever(shape);
  }
}
