/**
 * The people of a project as displayed. The project names them, at most a page of them; the service has a separate list
 * for open invitations. Both come from the mirror, with pending changes on top.
 */
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import type { MeantMember } from '../../../src-shared/bridge/people-calls.ts';
import { creatorOf, emailToLookUp } from '../../../src-shared/model/changes/local-id.ts';
import { type MembersView, viewMembers } from '../../../src-shared/model/changes/pending-view.ts';
import { knownPeople, type MemberList } from '../../../src-shared/model/people/member-list.ts';
import { type AskedPerson, personName } from '../../../src-shared/model/people/person-view.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Member, Project } from '../../../src-shared/service/projects.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import type { Mirror, Seen } from '../mirror/mirror.ts';
import type { Users } from '../mirror/users.ts';
import type { Projects } from './projects.ts';

export interface MemberParts {
  readonly state: Pick<State, 'changes'>;
  readonly projects: Projects;
  readonly users: Pick<Users, 'find'>;
  readonly mirror: Mirror;
  readonly resources: Resources;
}

export function makeMembers({ state, projects, users, mirror, resources }: MemberParts) {
  async function list(
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
    // Without the invitations only the project's own data about its people is shown.
    const asOfMs = ages.length === 0 ? null : Math.min(...ages);
    const fetchedAtMs = Math.min(seen.value.fetchedAtMs, onHold?.fetchedAtMs ?? Infinity);
    const fault = seen.value.fault ?? onHold?.fault ?? null;
    const listed = { ...listOf(seen.value.value, onHold, asOfMs), fault };
    return ok(viewMembers(listed, state.changes.all(), fetchedAtMs));
  }

  return {
    list,

    /**
     * Whom a person means: one of its people, or somebody whose invitation waits. Anybody else is looked up by the
     * address; an id is taken as it is.
     */
    async find(
      projectId: string,
      person: AskedPerson,
      signal: AbortSignal,
    ): Promise<Result<MeantMember, CoreFault>> {
      const listed = await list(projectId, signal);
      const { members, added } = listed.ok ? listed.value : { members: [], added: [] };
      const member = members.find((each) => isMeant(person, each));
      if (member !== undefined) {
        return ok({ userId: member.userId, name: personName(member), invitedBy: null });
      }
      const guest = added.find((each) => isMeant(person, each));
      if (guest !== undefined) {
        const { userId, userName: name, mark } = guest;
        return ok({ userId, name, invitedBy: mark.stage === 'waiting' ? mark.changeId : null });
      }
      if ('userId' in person) return ok({ ...person, name: person.userId, invitedBy: null });
      const found = await users.find(person, signal);
      if (!found.ok) return found;
      return ok({ userId: found.value.userId, name: personName(found.value), invitedBy: null });
    },
  };
}
export type Members = ReturnType<typeof makeMembers>;

function isMeant(
  asked: AskedPerson,
  { userId, email }: { readonly userId: string; readonly email: string | null },
): boolean {
  if ('userId' in asked) return userId === asked.userId;
  return (email ?? emailToLookUp(userId) ?? '').toLowerCase() === asked.email.toLowerCase();
}

function listOf(
  project: Project,
  onHold: Seen<Member[]> | null,
  asOfMs: number | null,
): MemberList {
  const { leaderFirstName, leaderLastName, maxNumberOfMembers } = project;
  const people = knownPeople(project, onHold?.value);
  return {
    ...people,
    projectId: project.id,
    leaderName: `${leaderFirstName} ${leaderLastName}`.trim(),
    maxNumberOfMembers,
    isComplete: people.unlisted === 0 && onHold !== null && onHold.isComplete,
    asOfMs,
  };
}
