/** An assignment while a person writes it down: every field is text, and nothing is lost by changing one's mind. Pure. */
import {
  missingFacts,
  type Assignment,
  type CheckPolicy,
} from '../../src-shared/model/files/assignment.ts';

export const CHECKS = ['always', 'up-to', 'never'] as const;
export type Check = (typeof CHECKS)[number];

const BYTES_PER_MB = 1_000_000;
const USUAL_MB = 100; // the service recommends files below

export interface AssignmentDraft {
  readonly projectId: string;
  readonly visibility: Assignment['visibility'];
  readonly fileType: Assignment['fileType'];
  readonly labels: string;
  readonly procedureDescription: string;
  readonly linkToProcedure: string;
  readonly primaryData: string;
  readonly check: Check;
  readonly upToMb: string;
}

export function newDraft(projectId: string): AssignmentDraft {
  return {
    projectId,
    visibility: 'private',
    fileType: 'primary',
    labels: '',
    procedureDescription: '',
    linkToProcedure: '',
    primaryData: '',
    check: 'always',
    upToMb: String(USUAL_MB),
  };
}

export function draftOf(assignment: Assignment): AssignmentDraft {
  const { checkPolicy, procedureDescription, linkToProcedure, primaryData, ...same } = assignment;
  const isUpTo = typeof checkPolicy === 'object';
  return {
    ...same,
    procedureDescription: procedureDescription ?? '',
    linkToProcedure: linkToProcedure ?? '',
    primaryData: primaryData ?? '',
    check: isUpTo ? 'up-to' : checkPolicy,
    upToMb: String(isUpTo ? checkPolicy.upToBytes / BYTES_PER_MB : USUAL_MB),
  };
}

/** A primary file cites nothing, whatever was typed before it became one. */
export function assignmentOf(draft: AssignmentDraft): Assignment {
  const { projectId, visibility, fileType, labels } = draft;
  const cited = (text: string) =>
    fileType === 'secondary' && text.trim() !== '' ? text.trim() : null;
  return {
    projectId,
    visibility,
    fileType,
    labels,
    procedureDescription: cited(draft.procedureDescription),
    linkToProcedure: cited(draft.linkToProcedure),
    primaryData: cited(draft.primaryData),
    checkPolicy: checkPolicyOf(draft) ?? 'always',
  };
}

/** Null while the size cannot be read. */
export function checkPolicyOf({
  check,
  upToMb,
}: Pick<AssignmentDraft, 'check' | 'upToMb'>): CheckPolicy | null {
  if (check !== 'up-to') return check;
  const upToBytes = Math.round(Number(upToMb) * BYTES_PER_MB);
  return Number(upToMb) > 0 && Number.isSafeInteger(upToBytes) ? { upToBytes } : null;
}

export type DraftProblem = 'project' | 'labels' | 'procedure' | 'size';

/** Why these instructions cannot be followed; null when they can. */
export function draftProblem(draft: AssignmentDraft): DraftProblem | null {
  if (draft.projectId === '') return 'project';
  if (checkPolicyOf(draft) === null) return 'size';
  return missingFacts(assignmentOf(draft));
}
