/** Inviting one user to a project: the limit, the price and the record. Shared by creation and later invitations. */
import { INVITATION_PRICE } from '../credits/prices.ts';
import { badRequest } from '../http/refusals.ts';
import type { Service } from '../service.ts';
import type { Project } from '../store/project-table.ts';
import type { User } from '../store/user-table.ts';

/** To be called inside a transaction. The user must exist; the inviter pays. */
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
  if (members.length >= project.maxMembers) {
    throw badRequest(`The project has its maximum of ${project.maxMembers} members`);
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
