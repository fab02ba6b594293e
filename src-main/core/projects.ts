/** Projects: read from the service when it answers, else from the last copy, which says its age. */
import type { ProjectView } from '../../src-shared/bridge/project-calls.ts';
import type { ProjectList } from '../../src-shared/model/project-list.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Project, ProjectChange } from '../../src-shared/service/projects.ts';
import type { Clock } from '../ports/clock.ts';
import { readAllPages } from '../service/read-all-pages.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { State } from '../state/state.ts';
import type { CoreFault } from '../../src-shared/model/core-fault.ts';
import { hasChanges } from './has-changes.ts';
import type { ScopeBook, SentScopes } from './scope-codes.ts';
import { settleByReading } from './settle-by-reading.ts';

export interface ProjectParts {
  readonly client: ServiceClient;
  readonly state: State;
  readonly clock: Clock;
  readonly scopes: ScopeBook;
}

export function makeProjects({ client, state, clock, scopes }: ProjectParts) {
  function keep(project: Project): void {
    state.projects.keep(project, clock.nowMs());
  }

  async function show(
    projectId: string,
    signal: AbortSignal,
  ): Promise<Result<ProjectView, CoreFault>> {
    const read = await client.call('getProject', { path: { projectId } }, signal);
    if (read.ok) {
      keep(read.value);
      return ok(viewOf(read.value, null));
    }
    if (read.fault.kind === 'not-found') return fail({ kind: 'unknown-project', projectId });
    const copy = state.projects.get(projectId);
    if (copy === null || read.fault.kind === 'forbidden') return read;
    return ok(viewOf(copy.project, copy.fetchedAtMs));
  }

  function viewOf(project: Project, asOfMs: number | null): ProjectView {
    return { project, scopes: scopes.labelsOf(project), asOfMs };
  }

  return {
    async list(signal: AbortSignal): Promise<Result<ProjectList, CoreFault>> {
      const read = await readAllPages<Project>(
        (query, stop) => client.call('listProjects', { query }, stop),
        signal,
      );
      if (read.ok) {
        state.transaction(() => read.value.records.forEach(keep));
        const { records, complete } = read.value;
        return ok({ projects: records, isComplete: complete, asOfMs: null, fault: null });
      }
      const copies = state.projects.all();
      if (copies.length === 0) return read;
      const projects = copies.map((copy) => copy.project);
      const asOfMs = Math.min(...copies.map((copy) => copy.fetchedAtMs));
      return ok({ projects, isComplete: false, asOfMs, fault: read.fault });
    },

    show,

    /** Sent at once; only what `change` names. Returns the project as it is afterwards. */
    async edit(
      projectId: string,
      change: ProjectChange,
      signal: AbortSignal,
    ): Promise<Result<ProjectView, CoreFault>> {
      const sent = { path: { projectId }, body: change };
      const answer = await client.call('updateProject', sent, signal);
      const after = await settleByReading(answer, async () => {
        const read = await client.call('getProject', { path: { projectId } }, signal);
        return read.ok ? ok(hasChanges(read.value, change)) : read;
      });
      if (!after.ok) return after;
      const shown = await show(projectId, signal);
      if (!shown.ok || shown.value.asOfMs !== null) return shown;
      // Only an answer says that the scopes were taken: what is read after a lost one may be anybody's.
      if (answer.ok) scopes.learn(change, shown.value.project);
      return ok(viewOf(shown.value.project, null));
    },

    /** Learns what scopes are called from a project that was just made with these. A read that fails teaches nothing. */
    async learnScopes(projectId: string, sent: SentScopes, signal: AbortSignal): Promise<void> {
      const read = await client.call('getProject', { path: { projectId } }, signal);
      if (read.ok) scopes.learn(sent, read.value);
    },
  };
}
export type Projects = ReturnType<typeof makeProjects>;
