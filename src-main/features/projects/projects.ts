/**
 * Projects as people see them: the service's record, or the last good copy of it, with pending changes on top. Only the
 * copy is saved; pending changes are applied again each time.
 */
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import type { ProjectView } from '../../../src-shared/bridge/project-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { creatorOf, emailToLookUp } from '../../../src-shared/model/changes/local-id.ts';
import {
  learnScope,
  likelyScope,
  type ProjectList,
  type ScopeCodes,
  type ScopeField,
  type ScopeLabels,
  type TagList,
  type TagView,
} from '../../../src-shared/model/projects/project-fields.ts';
import {
  type MembersView,
  viewMembers,
  viewProjects,
  viewTags,
} from '../../../src-shared/model/changes/pending-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import {
  type Member,
  type Project,
  PROJECT_FIELDS,
  type ProjectChange,
} from '../../../src-shared/service/projects.ts';
import type { Mirror, Seen } from '../mirror/mirror.ts';
import { keepEach, type Resources, type Users } from '../mirror/account-mirror.ts';
import { type FoundTags, searchTags } from '../../service/read-all-pages.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { MeantMember } from '../../../src-shared/bridge/people-calls.ts';
import {
  knownPeople,
  type MemberList,
  type AskedPerson,
  personName,
} from '../../../src-shared/model/people/person-view.ts';

export interface ProjectParts extends Pick<AccountPorts, 'client' | 'state' | 'clock'> {
  readonly scopes: ScopeCodeStore;
  readonly mirror: Mirror;
  readonly resources: Resources;
}

const NO_WORDS: ScopeLabels = { organisationScope: null, leaderScope: null };

export function makeProjects({ client, state, clock, scopes, mirror, resources }: ProjectParts) {
  const changes = () => state.changes.all();
  let keptOfMs = -Infinity; // read time of the list whose projects were saved last: each write waits for the disk

  /** A project that waits to be created has no copy: its change describes it. */
  function draft(projectId: string): ProjectView | null {
    const { projects, marks } = viewProjects([], changes(), clock.nowMs());
    const project = projects.find(({ id }) => id === projectId);
    if (project === undefined) return null;
    const pending = marks[projectId] ?? [];
    const creator = creatorOf(projectId);
    const creation = changes().find(({ id }) => id === creator)?.intent;
    const { organisationScope, leaderScope } =
      creation?.kind === 'create-project' ? creation.project : NO_WORDS;
    return {
      project,
      scopes: { organisationScope, leaderScope },
      likelyScopes: NO_WORDS,
      asOfMs: null,
      standing: 'there',
      pending,
    };
  }

  function viewOf(seen: Seen<Project>): ProjectView {
    const { value, asOfMs, standing, fault } = seen;
    const { projects, marks } = viewProjects([value], changes(), seen.fetchedAtMs);
    const project = projects.find(({ id }) => id === value.id) ?? value;
    const pending = marks[value.id] ?? [];
    const words = { scopes: scopes.labelsOf(value), likelyScopes: scopes.likelyOf(value) };
    return { project, ...words, asOfMs, fault, standing, pending };
  }

  /** The service's record as last read, without pending changes. */
  async function read(
    projectId: string,
    mode: ReadMode,
    signal: AbortSignal,
  ): Promise<Result<Seen<Project>, CoreFault>> {
    const seen = await mirror.read(resources.project(projectId), mode, signal);
    const isUnknown = !seen.ok && seen.fault.kind === 'not-found';
    return isUnknown ? fail({ kind: 'unknown-project', projectId }) : seen;
  }

  return {
    read,

    /**
     * Its current id: that of the service, or the local one of a project that waits to be created. Files may wait for
     * it.
     */
    async existing(projectId: string, signal: AbortSignal): Promise<Result<string, CoreFault>> {
      const creator = creatorOf(projectId);
      if (creator === null) {
        const seen = await read(projectId, 'fresh', signal);
        return seen.ok ? ok(projectId) : seen;
      }
      if (draft(projectId) !== null) return ok(projectId);
      const end = state.changes.get(creator)?.state;
      const createdId = end?.state === 'delivered' ? end.projectId : null;
      return createdId === null ? fail({ kind: 'unknown-project', projectId }) : ok(createdId);
    },

    async list(
      signal: AbortSignal,
      mode: ReadMode = 'fresh',
    ): Promise<Result<ProjectList, CoreFault>> {
      const seen = await mirror.read(resources.projects, mode, signal);
      if (seen.ok) {
        const { value, fetchedAtMs, asOfMs, isComplete, fault } = seen.value;
        if (fetchedAtMs > keptOfMs) {
          keptOfMs = fetchedAtMs;
          state.transaction(() => keepEach(mirror, resources, value, fetchedAtMs));
        }
        const { projects, marks } = viewProjects(value, changes(), fetchedAtMs);
        return ok({ projects, pending: marks, isComplete, asOfMs, fault });
      }
      const copies = state.projects.all();
      if (copies.length === 0) return seen;
      const asOfMs = Math.min(...copies.map((copy) => copy.fetchedAtMs));
      const known = copies.map((copy) => copy.project);
      const { projects, marks } = viewProjects(known, changes(), asOfMs);
      return ok({ projects, pending: marks, isComplete: false, asOfMs, fault: seen.fault });
    },

    async show(
      projectId: string,
      signal: AbortSignal,
      mode: ReadMode = 'fresh',
    ): Promise<Result<ProjectView, CoreFault>> {
      if (creatorOf(projectId) !== null) {
        const own = draft(projectId);
        return own === null ? fail({ kind: 'unknown-project', projectId }) : ok(own);
      }
      const seen = await read(projectId, mode, signal);
      return seen.ok ? ok(viewOf(seen.value)) : seen;
    },

    /** Learns the names of scopes from a project that was just given these. A failed read teaches nothing. */
    async learnScopes(projectId: string, sent: SentScopes, signal: AbortSignal): Promise<void> {
      const fetchedAtMs = clock.nowMs();
      const project = await client.call('getProject', { path: { projectId } }, signal);
      if (!project.ok) return;
      scopes.learn(sent, project.value);
      mirror.keep(resources.project(projectId), project.value, fetchedAtMs);
    },
  };
}
export type Projects = ReturnType<typeof makeProjects>;

/** Tags as displayed: the service's, or the last good copy of them, and those that wait to be created. */
export function makeTags({
  client,
  state,
  clock,
  mirror,
  resources,
}: Omit<ProjectParts, 'scopes'>) {
  function viewOf(
    { value, isComplete }: FoundTags,
    fetchedAtMs: number,
    asOfMs: number | null,
    fault: CoreFault | null = null,
  ): TagList {
    const { tags, marks } = viewTags(value, state.changes.all(), fetchedAtMs);
    return { tags, isComplete, asOfMs, pending: marks, ...(fault === null ? {} : { fault }) };
  }

  return {
    async list(signal: AbortSignal, mode: ReadMode = 'fresh'): Promise<Result<TagList, CoreFault>> {
      const seen = await mirror.read(resources.tags, mode, signal);
      if (!seen.ok) return seen;
      const { fetchedAtMs, asOfMs, fault } = seen.value;
      return ok(viewOf(seen.value, fetchedAtMs, asOfMs, fault));
    },

    /** From the service; when it is unavailable, from the copy of all tags. */
    async search(text: string, signal: AbortSignal): Promise<Result<TagList, CoreFault>> {
      const askedAtMs = clock.nowMs();
      const found = await searchTags(client, text, signal);
      if (found.ok) {
        const ids = new Set(found.value.value.map(({ id }) => id));
        return ok(holding(text, viewOf(found.value, askedAtMs, null), ids));
      }
      const copy = mirror.copyOf(resources.tags);
      if (copy === null) return found;
      const kept = viewOf(copy, copy.fetchedAtMs, copy.fetchedAtMs, found.fault);
      return ok(holding(text, kept, new Set()));
    },
  };
}

/**
 * Keeps all results of the service, however it matched them; of tags known only here, those whose name contains the
 * text.
 */
function holding(text: string, { tags, ...list }: TagList, found: ReadonlySet<string>): TagList {
  const wanted = text.trim().toLowerCase();
  const isMeant = ({ id, name }: TagView) => found.has(id) || name.toLowerCase().includes(wanted);
  return { ...list, tags: tags.filter(isMeant) };
}

/** The scopes that this account sent, if any. */
export type SentScopes = Pick<ProjectChange, ScopeField>;

export type ScopeCodeStore = ReturnType<typeof makeScopeCodeStore>;

const FACTS = {
  organisationScope: 'organisation-scope-codes',
  leaderScope: 'leader-scope-codes',
} as const;

/**
 * Stores, for each service, which number it returns for which scope of a project; what is learned of them: project-fields.ts.
 * `origin`: scheme, host and port of the service.
 */
export function makeScopeCodeStore(
  state: Pick<State, 'serverFacts'>,
  origin: string,
  clock: Clock,
) {
  function recall(field: ScopeField): ScopeCodes {
    const text = state.serverFacts.get(origin, FACTS[field])?.value ?? '{}';
    const kept = Object.entries(JSON.parse(text) as Record<string, string>);
    const words: readonly string[] = PROJECT_FIELDS[field].words;
    return Object.fromEntries(kept.filter(([, word]) => words.includes(word)));
  }

  const labelOf = (field: ScopeField, project: Project) =>
    recall(field)[String(project[field])] ?? null;

  const guessOf = (field: ScopeField, project: Project) =>
    likelyScope(PROJECT_FIELDS[field].words, recall(field), project[field]);

  function learnOne(field: ScopeField, sent: SentScopes, project: Project): void {
    const [code, label] = [project[field], sent[field]];
    if (code === null || label === undefined) return;
    const known = recall(field);
    const next = learnScope(known, code, label);
    if (next === known) return; // each write waits for the disk
    const value = JSON.stringify(next);
    state.serverFacts.keep({ origin, name: FACTS[field], value, learnedAtMs: clock.nowMs() });
  }

  return {
    labelsOf: (project: Project): ScopeLabels => ({
      organisationScope: labelOf('organisationScope', project),
      leaderScope: labelOf('leaderScope', project),
    }),
    /** Words for those that were not learned, as far as something suggests one. */
    likelyOf: (project: Project): ScopeLabels => ({
      organisationScope: guessOf('organisationScope', project),
      leaderScope: guessOf('leaderScope', project),
    }),
    /** `project`: as read right after these scopes were accepted. */
    learn(sent: SentScopes, project: Project) {
      learnOne('organisationScope', sent, project);
      learnOne('leaderScope', sent, project);
    },
  };
}

export interface MemberParts {
  readonly state: Pick<State, 'changes'>;
  readonly projects: Projects;
  readonly users: Pick<Users, 'find'>;
  readonly mirror: Mirror;
  readonly resources: Resources;
}

/**
 * The people of a project as displayed. The project names them, at most a page of them; the service has a separate list
 * for open invitations. Both come from the mirror, with pending changes on top.
 */
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
      const member = members.find((each) => isMeantMember(person, each));
      if (member !== undefined) {
        return ok({ userId: member.userId, name: personName(member), invitedBy: null });
      }
      const guest = added.find((each) => isMeantMember(person, each));
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

function isMeantMember(
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
