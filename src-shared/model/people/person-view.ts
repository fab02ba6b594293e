/** People of the service as every face shows them. */
import type { ProfileField } from '../../service/users.ts';
import type { CoreFault } from '../status/core-fault.ts';
import type { Member, Project } from '../../service/projects.ts';

export interface UserView extends Readonly<Record<ProfileField, string>> {
  readonly userId: string;
  readonly email: string;
  /** Null when the service does not say. */
  readonly isActive: boolean | null;
}

/** How a person names somebody: by the id, or by the complete e-mail address in any case. */
export type AskedPerson = { readonly userId: string } | { readonly email: string };

/** What the service answers when it is asked whether somebody may do something. */
export type Permission =
  | { readonly may: true }
  /** `serviceSays`: its own words. */
  | { readonly may: false; readonly serviceSays: string | null };

export interface PermissionsView {
  readonly isAdmin: boolean;
  readonly canCreateProject: Permission;
  readonly canInviteMember: Permission;
}

/** One booking of somebody's credits. */
export interface TransactionView {
  readonly id: string;
  /** Null when the service's time cannot be read. */
  readonly atMs: number | null;
  /** Negative for a charge. */
  readonly amount: number;
  /** The service's own status. */
  readonly type: string;
}

/** How somebody is called: both names, else the e-mail address. */
export function personName({
  name,
  lastName,
  email,
}: Pick<UserView, 'name' | 'lastName' | 'email'>): string {
  return `${name} ${lastName}`.trim() || email;
}

// The people of a project, from the project itself and from the list of its open invitations. Pure.

export interface MemberView {
  readonly userId: string;
  readonly name: string;
  readonly lastName: string;
  readonly email: string;
  /** `other`: an undocumented status of the service, in `status`. */
  readonly standing: 'active' | 'on-hold' | 'other';
  readonly status: string;
}

/** Who is known of a project, as counts go by it. */
export interface KnownPeople {
  /** Empty: not known yet. */
  readonly leaderId: string;
  readonly members: readonly MemberView[];
  /** How many the service counts beyond those it has listed. */
  readonly unlisted: number;
}

export interface MemberList extends KnownPeople {
  readonly projectId: string;
  readonly leaderName: string;
  /** Null when the service does not say. */
  readonly maxNumberOfMembers: number | null;
  /** False when the service may know more people than are here. */
  readonly isComplete: boolean;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
  /** Why it is a copy; absent: it is none, or no fresh one was asked for. */
  readonly fault?: CoreFault | null;
}

const STANDINGS: ReadonlyMap<string, MemberView['standing']> = new Map([
  ['Active', 'active'],
  ['On-hold', 'on-hold'],
]);

/** As the project itself names them, and as the list of its invitations does where that was read. */
export function knownPeople(
  { leaderId, members }: Pick<Project, 'leaderId' | 'members'>,
  invited: readonly Member[] = [],
): KnownPeople {
  const people = new Map([...members.records, ...invited].map((member) => [member.id, member]));
  return {
    leaderId,
    members: [...people.values()].map(memberView),
    unlisted: Math.max(0, (members.totalRecords ?? 0) - people.size),
  };
}

function memberView({ id: userId, name, lastName, email, status }: Member): MemberView {
  return { userId, name, lastName, email, standing: STANDINGS.get(status) ?? 'other', status };
}

/**
 * The leader is a member; whoever was only invited is none yet. People whom the service has not listed count as members.
 * The one count of every face.
 */
export function memberCounts({ leaderId, members, unlisted }: KnownPeople): MemberCounts {
  const joined = members.filter(({ standing }) => standing !== 'on-hold');
  return {
    joined: new Set([leaderId, ...joined.map(({ userId }) => userId)]).size + unlisted,
    invited: members.length - joined.length,
  };
}

interface MemberCounts {
  readonly joined: number;
  readonly invited: number;
}

/** The leader first, whom the service need not list. `self`: their address is known when it is one's own. */
export function withLeader(
  { leaderId, leaderName, members }: Pick<MemberList, 'leaderId' | 'leaderName' | 'members'>,
  self: { readonly userId: string; readonly email: string } | null = null,
): readonly MemberView[] {
  const listed = members.find(({ userId }) => userId === leaderId);
  const others = members.filter(({ userId }) => userId !== leaderId);
  if (leaderId === '') return others;
  const email = self?.userId === leaderId ? self.email : '';
  const leader = { userId: leaderId, name: leaderName, lastName: '', email, status: '' };
  return [listed ?? { ...leader, standing: 'active' }, ...others];
}
