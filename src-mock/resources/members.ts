/** Members: inviting, accepting, removing, and the list of pending invitations. */
import type { Handlers } from '../http/call.ts';
import { paged, pageRequest, slice } from '../http/paging.ts';
import { badRequest, forbidden, notFound } from '../http/refusals.ts';
import type { Service } from '../service.ts';
import type { Membership } from '../store/member-table.ts';
import type { User } from '../store/user-table.ts';
import {
  requireManagedProject,
  requireProject,
  requireVisibleProject,
  standing,
} from './access.ts';
import { inviteUser } from './invitation.ts';
import { requireUser } from './people.ts';
import { memberAnswer } from './project-answer.ts';

type MemberHandlers = Pick<
  Handlers,
  'inviteMember' | 'removeMember' | 'activateMember' | 'listMembersOnHold'
>;

export function makeMemberHandlers(service: Service): MemberHandlers {
  const { store, chain, readings } = service;

  return {
    inviteMember: ({ caller, parameter }) =>
      store.atomically(() => {
        const project = requireManagedProject(store, caller, parameter('projectId'));
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
      const project = requireVisibleProject(store, caller, parameter('projectId'));
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
    const its = standing(store, caller, project);
    if (caller.id !== userId && its !== 'leader' && its !== 'admin') {
      throw forbidden('Only the member and the leader of the project may do this');
    }
    const membership = store.members.find(projectId, userId);
    if (membership === null) throw notFound('The user is not a member of this project');
    return { ...membership, projectId };
  }
}
