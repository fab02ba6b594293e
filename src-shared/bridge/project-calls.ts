/** Projects, from the service when it answers, else from the last copy. */
import * as z from 'zod/mini';
import type { ProjectList } from '../model/project-list.ts';
import type { Project } from '../service/projects.ts';
import { nothing, reads } from './call.ts';
import { Name } from './inputs.ts';

export interface ProjectView {
  readonly project: Project;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
}

export const projectCalls = {
  'projects.list': reads<ProjectList>()(nothing),
  'projects.show': reads<ProjectView>()(z.strictObject({ projectId: Name })),
} as const;
