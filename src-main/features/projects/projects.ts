/**
 * Projects as people see them: the service's record, or the last good copy of it, with pending changes on top. Only the
 * copy is saved; pending changes are applied again each time.
 */
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import type { ProjectView } from '../../../src-shared/bridge/project-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import type {
  ProjectList,
  ScopeLabels,
  TagList,
  TagView,
} from '../../../src-shared/model/projects/project-fields.ts';
import { viewProjects, viewTags } from '../../../src-shared/model/changes/pending-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Project } from '../../../src-shared/service/projects.ts';
import type { Mirror, Seen } from '../mirror/mirror.ts';
import { keepEach, type Resources } from '../mirror/account-mirror.ts';
import type { ScopeCodeStore, SentScopes } from '../people/scope-codes.ts';
import { type FoundTags, searchTags } from './read-all-tags.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';

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
