/** The leader first: the service names them with the project, and among its members or not. Pure. */
import type { MemberList, MemberView } from '../../../src-shared/model/people/member-list.ts';

/** Whoever is signed in. */
export interface Self {
  readonly userId: string;
  readonly email: string;
}

/** The address of a leader who is not listed is known when it is one's own. */
export function withLeader(
  { leaderId, leaderName, members }: MemberList,
  self: Self | null = null,
): readonly MemberView[] {
  const listed = members.find(({ userId }) => userId === leaderId);
  const others = members.filter(({ userId }) => userId !== leaderId);
  if (leaderId === '') return others;
  const email = self?.userId === leaderId ? self.email : '';
  const leader = { userId: leaderId, name: leaderName, lastName: '', email, status: '' };
  return [listed ?? { ...leader, standing: 'active' }, ...others];
}

export function isNotOnHold({ standing }: MemberView): boolean {
  return standing !== 'on-hold';
}
