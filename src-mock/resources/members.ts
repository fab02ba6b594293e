/** Members: inviting, accepting, removing, and the list of pending invitations. */
import { INVITATION_PRICE } from '../credits/credits.ts';
import { badRequest, forbidden, notFound } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import { paged, pageRequest, slice } from '../http/paging.ts';
import type { Service } from '../service.ts';
import type { Membership } from '../store/member-table.ts';
import type { Project } from '../store/project-table.ts';
import type { Store } from '../store/store.ts';
import type { User } from '../store/user-table.ts';
import {
  requireManagedProject,
  requireProject,
  requireVisibleProject,
  standing,
} from './access.ts';
import { requireUser } from './people.ts';

type MemberHandlers = Pick<
  Handlers,
  'inviteMember' | 'removeMember' | 'activateMember' | 'listMembersOnHold'
>;

export function makeMemberHandlers(service: Service): MemberHandlers {
  const { store, chain, readings } = service;

  return {
    inviteMember: ({ caller, parameter }) =>
      store.atomically(() => {
        const project = requireManagedProject(service, caller, parameter('projectId'));
        const user = requireUser(store, parameter('userId'));
        inviteUser(service, project, caller, user.id);
        return { responseMessage: 'Member invited' };
      }),

    removeMember: ({ caller, parameter }) =>
      store.atomically(() => {
        const { projectId, userId } = requireMembership(
          caller,
          parameter('projectId'),
          parameter('userId'),
        );
        store.members.remove(projectId, userId);
        chain.record({
          operation: 'ACCESS_REMOVAL',
          subjectId: projectId,
          actorId: caller.id,
          content: { userId },
        });
        return { responseMessage: 'Member removed' };
      }),

    activateMember: ({ caller, parameter }) =>
      store.atomically(() => {
        const { projectId, userId, isActive } = requireMembership(
          caller,
          parameter('projectId'),
          parameter('userId'),
        );
        if (isActive) throw badRequest('The member is active already');
        store.members.activate(projectId, userId);
        return { responseMessage: 'Member activated' };
      }),

    /** `lastname`, in this list only: the document's own spelling. */
    listMembersOnHold: ({ caller, query, parameter }) => {
      const project = requireVisibleProject(service, caller, parameter('projectId'));
      const page = pageRequest(query, readings());
      const onHold = store.members.ofProject(project.id).filter((member) => !member.isActive);
      const records = slice(onHold, page).map((membership) => {
        const { id, name, lastName, email, status } = memberAnswer(store, membership);
        return { id, name, lastname: lastName, email, status };
      });
      return paged(records, onHold.length, page, readings());
    },
  };

  /** The membership, when the caller is that user, the leader or an administrator. */
  function requireMembership(
    caller: User,
    projectId: string,
    userId: string,
  ): Membership & { readonly projectId: string } {
    const project = requireProject(store, projectId);
    const its = standing(service, caller, project);
    if (caller.id !== userId && its !== 'leader' && its !== 'admin') {
      throw forbidden('Only the member and the leader of the project may do this');
    }
    const membership = store.members.find(projectId, userId);
    if (membership === null) throw notFound('The user is not a member of this project');
    return { ...membership, projectId };
  }
}

/**
 * Invites one user, with limit, price and record; the creation of a project does the same. To be called inside a
 * transaction. The user must exist; the inviter pays.
 */
export function inviteUser(
  { store, chain, credits }: Pick<Service, 'store' | 'chain' | 'credits'>,
  project: Project,
  inviter: User,
  userId: string,
): void {
  if (userId === project.leaderId) throw badRequest('The leader is part of the project already');
  const members = store.members.ofProject(project.id);
  if (members.some((member) => member.userId === userId)) {
    throw badRequest('The user is a member or invited already');
  }
  if (members.length >= project.maxNumberOfMembers) {
    throw badRequest(`The project has its maximum of ${project.maxNumberOfMembers} members`);
  }
  store.members.invite(project.id, userId);
  credits.charge({
    userId: inviter.id,
    price: INVITATION_PRICE,
    type: 'PROJECT_INVITATION',
    subjectId: project.id,
  });
  chain.record({
    operation: 'PROJECT_INVITATION',
    subjectId: project.id,
    actorId: inviter.id,
    content: { userId },
  });
}

/** A member as projects and lists of invitations show it. */
export function memberAnswer(
  store: Pick<Store, 'users' | 'members'>,
  { userId, isActive }: Membership,
) {
  const { id, name, lastName, email } = requireUser(store, userId);
  return { id, name, lastName, email, status: isActive ? 'Active' : 'On-hold' };
}
