/** What somebody wants to notarize first, while they say it: files, and what becomes of them. Pure. */
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import {
  draftProblem,
  type AssignmentDraft,
  type DraftProblem,
} from '../../parts/assignment-draft.ts';

export interface FirstDraft {
  readonly files: readonly Pick<File, 'name' | 'size'>[];
  readonly assignment: AssignmentDraft;
}

/** Upper bound in credits; what is on the platform already costs nothing. */
export function mostCredits({ files, assignment }: FirstDraft): number {
  const { visibility } = assignment;
  return files.reduce((sum, { size }) => sum + uploadCredits(visibility, size), 0);
}

/** A private file costs one credit everywhere; what a public one costs, the service has not said exactly. */
export function isExact({ assignment }: FirstDraft): boolean {
  return assignment.visibility === 'private';
}

export function firstProblem({ files, assignment }: FirstDraft): DraftProblem | 'files' | null {
  return files.length === 0 ? 'files' : draftProblem(assignment);
}

/** Where somebody begins: a single project needs no choice. */
export function chosenProject(
  projects: readonly { readonly id: string }[],
  chosen: string | null,
): string {
  const [only, ...others] = projects;
  if (chosen !== null && projects.some(({ id }) => id === chosen)) return chosen;
  return others.length === 0 ? (only?.id ?? '') : '';
}
