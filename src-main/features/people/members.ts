/**
 * The people of a project as they are seen. The project names them, at most a page of them; the service has a list of
 * its own for open invitations. Both come from the mirror, with the changes that wait on top.
 */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import type { MemberList, MemberView } from '../../../src-shared/model/people/member-list.ts';
import { viewMembers, type MembersView } from '../../../src-shared/model/changes/pending-view.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { Member, Project } from '../../../src-shared/service/projects.ts';
import type { Mirror, ReadMode, Seen } from '../mirror/mirror.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import type { Projects } from '../projects/projects.ts';

export interface MemberParts {
  readonly state: Pick<State, 'changes'>;
  readonly projects: Projects;
  readonly mirror: Mirror;
  readonly resources: Resources;
}

const STANDINGS: ReadonlyMap<string, MemberView['standing']> = new Map([
  ['Active', 'active'],
  ['On-hold', 'on-hold'],
]);

export function makeMembers({ state, projects, mirror, resources }: MemberParts) {
  return {
    async list(
      projectId: string,
      signal: AbortSignal,
      mode: ReadMode = 'fresh',
    ): Promise<Result<MembersView, CoreFault>> {
      if (creatorOf(projectId) !== null) {
        const shown = await projects.show(projectId, signal, mode);
        if (!shown.ok) return shown;
        return ok(viewMembers(listOf(shown.value.project, null, null), state.changes.all(), 0));
      }
      const seen = await projects.read(projectId, mode, signal);
      if (!seen.ok) return seen;
      const read = await mirror.read(resources.onHold(projectId), mode, signal);
      const onHold = read.ok ? read.value : null;
      const ages = [seen.value.asOfMs, onHold?.asOfMs ?? null].filter((each) => each !== null);
      // Without the invitations this is what the project said about its people and no more.
      const asOfMs = ages.length === 0 ? null : Math.min(...ages);
      const fetchedAtMs = Math.min(seen.value.fetchedAtMs, onHold?.fetchedAtMs ?? Infinity);
      const list = listOf(seen.value.value, onHold, asOfMs);
      return ok(viewMembers(list, state.changes.all(), fetchedAtMs));
    },
  };
}
export type Members = ReturnType<typeof makeMembers>;

function listOf(
  project: Project,
  onHold: Seen<Member[]> | null,
  asOfMs: number | null,
): MemberList {
  const { leaderId, leaderFirstName, leaderLastName, maxNumberOfMembers } = project;
  const { records, totalRecords } = project.members;
  const people = new Map(records.map((member) => [member.id, member]));
  for (const member of onHold?.value ?? []) people.set(member.id, member);
  const isWhole = totalRecords === null || people.size >= totalRecords;
  return {
    projectId: project.id,
    leaderId,
    leaderName: `${leaderFirstName} ${leaderLastName}`.trim(),
    members: [...people.values()].map(memberView),
    maxNumberOfMembers,
    isComplete: isWhole && onHold !== null && onHold.isComplete,
    asOfMs,
  };
}

function memberView({ id: userId, name, lastName, email, status }: Member): MemberView {
  return { userId, name, lastName, email, standing: STANDINGS.get(status) ?? 'other', status };
}
