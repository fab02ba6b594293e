/** Projects: read from the service when it answers, else from the last copy, which says its age. */
import type { ProjectList } from '../../src-shared/model/project-list.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Project } from '../../src-shared/service/projects.ts';
import type { Clock } from '../ports/clock.ts';
import { readAllPages } from '../service/read-all-pages.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { State } from '../state/state.ts';
import type { CoreFault } from '../../src-shared/model/core-fault.ts';

export function makeProjects(client: ServiceClient, state: State, clock: Clock) {
  function keep(project: Project): void {
    state.projects.keep(project, clock.nowMs());
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

    async show(
      projectId: string,
      signal: AbortSignal,
    ): Promise<Result<{ project: Project; asOfMs: number | null }, CoreFault>> {
      const read = await client.call('getProject', { path: { projectId } }, signal);
      if (read.ok) {
        keep(read.value);
        return ok({ project: read.value, asOfMs: null });
      }
      if (read.fault.kind === 'not-found') return fail({ kind: 'unknown-project', projectId });
      const copy = state.projects.get(projectId);
      if (copy === null || read.fault.kind === 'forbidden') return read;
      return ok({ project: copy.project, asOfMs: copy.fetchedAtMs });
    },
  };
}
export type Projects = ReturnType<typeof makeProjects>;
