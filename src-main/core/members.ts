/**
 * The people of a project. The project names them, at most a page of them; the service has a list of its own for open
 * invitations. Inviting costs credits and is the outbox's; everything here is free and goes to the service at once.
 */
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import type { MemberList, MemberView } from '../../src-shared/model/member-list.ts';
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import type { Member, Project } from '../../src-shared/service/projects.ts';
import { readAllPages, type WholeList } from '../service/read-all-pages.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { Projects } from './projects.ts';
import { settleByReading } from './settle-by-reading.ts';

export interface MemberParts {
  readonly client: ServiceClient;
  readonly projects: Projects;
}

const STANDINGS: ReadonlyMap<string, MemberView['standing']> = new Map([
  ['Active', 'active'],
  ['On-hold', 'on-hold'],
]);

export function makeMembers({ client, projects }: MemberParts) {
  /** Who may see this list is not documented: without it the project alone has to do. */
  async function readOnHold(
    projectId: string,
    signal: AbortSignal,
  ): Promise<Result<WholeList<Member>, ServiceFault>> {
    const read = await readAllPages<Member>(
      (query, stop) => client.call('listMembersOnHold', { path: { projectId }, query }, stop),
      signal,
    );
    if (read.ok || !['forbidden', 'not-found'].includes(read.fault.kind)) return read;
    return ok({ records: [], complete: true });
  }

  async function list(
    projectId: string,
    signal: AbortSignal,
  ): Promise<Result<MemberList, CoreFault>> {
    const shown = await projects.show(projectId, signal);
    if (!shown.ok) return shown;
    const { project, asOfMs } = shown.value;
    if (asOfMs !== null) return ok(memberList(project, null, asOfMs));
    const onHold = await readOnHold(projectId, signal);
    return onHold.ok ? ok(memberList(project, onHold.value, null)) : onHold;
  }

  async function memberOf(
    projectId: string,
    userId: string,
    signal: AbortSignal,
  ): Promise<
    Result<{ readonly member: MemberView | null; readonly isProven: boolean }, CoreFault>
  > {
    const read = await list(projectId, signal);
    if (!read.ok) return read;
    const { members, isComplete, asOfMs } = read.value;
    const member = members.find((each) => each.userId === userId) ?? null;
    return ok({ member, isProven: isComplete && asOfMs === null });
  }

  return {
    list,

    /** Accepts an open invitation. */
    async activate(
      projectId: string,
      userId: string,
      signal: AbortSignal,
    ): Promise<Result<null, CoreFault>> {
      const answer = await client.call('activateMember', { path: { projectId, userId } }, signal);
      return settleByReading(answer, async () => {
        const seen = await memberOf(projectId, userId, signal);
        return seen.ok ? ok(seen.value.member?.standing === 'active') : seen;
      });
    },

    /** Removes somebody, or takes an invitation back. */
    async remove(
      projectId: string,
      userId: string,
      signal: AbortSignal,
    ): Promise<Result<null, CoreFault>> {
      const answer = await client.call('removeMember', { path: { projectId, userId } }, signal);
      return settleByReading(answer, async () => {
        const seen = await memberOf(projectId, userId, signal);
        return seen.ok ? ok(seen.value.member === null && seen.value.isProven) : seen;
      });
    },
  };
}
export type Members = ReturnType<typeof makeMembers>;

/** `onHold` null: a copy, which knows what the project said about its people and no more. */
function memberList(
  project: Project,
  onHold: WholeList<Member> | null,
  asOfMs: number | null,
): MemberList {
  const { leaderId, leaderFirstName, leaderLastName, maxNumberOfMembers } = project;
  const { records, totalRecords } = project.members;
  const people = new Map(records.map((member) => [member.id, member]));
  for (const member of onHold?.records ?? []) people.set(member.id, member);
  const isWhole = totalRecords === null || people.size >= totalRecords;
  return {
    projectId: project.id,
    leaderId,
    leaderName: `${leaderFirstName} ${leaderLastName}`.trim(),
    members: [...people.values()].map(memberView),
    maxNumberOfMembers,
    isComplete: isWhole && (onHold === null || onHold.complete),
    asOfMs,
  };
}

function memberView({ id: userId, name, lastName, email, status }: Member): MemberView {
  return { userId, name, lastName, email, standing: STANDINGS.get(status) ?? 'other', status };
}
