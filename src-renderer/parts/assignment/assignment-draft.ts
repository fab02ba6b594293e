/** An assignment while a person writes it down: every field is text, and nothing is lost by changing one's mind. Pure. */
import {
  type Assignment,
  type CheckPolicy,
  splitList,
} from '../../../src-shared/model/files/assignment.ts';

export const CHECKS = ['always', 'up-to', 'never'] as const;
export type Check = (typeof CHECKS)[number];

/** What a secondary file needs. */
export const CITED = ['procedureDescription', 'linkToProcedure', 'primaryData'] as const;
export type CitedField = (typeof CITED)[number];

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
  /** Null: nobody was asked yet. */
  readonly check: Check | null;
  readonly upToMb: string;
}

/** `check`: chosen already, or by a sentence beside the form. */
export function newDraft(projectId: string, check: Check | null = null): AssignmentDraft {
  return {
    projectId,
    visibility: 'private',
    fileType: 'primary',
    labels: '',
    procedureDescription: '',
    linkToProcedure: '',
    primaryData: '',
    check,
    upToMb: String(USUAL_MB),
  };
}

export function draftOf(assignment: Assignment): AssignmentDraft {
  const { checkPolicy, procedureDescription, linkToProcedure, primaryData, ...same } = assignment;
  return {
    ...same,
    ...checkOf(checkPolicy),
    procedureDescription: procedureDescription ?? '',
    linkToProcedure: linkToProcedure ?? '',
    primaryData: primaryData ?? '',
  };
}

export function checkOf(policy: CheckPolicy): Pick<AssignmentDraft, 'check' | 'upToMb'> {
  return typeof policy === 'object'
    ? { check: 'up-to', upToMb: String(policy.upToBytes / BYTES_PER_MB) }
    : { check: policy, upToMb: String(USUAL_MB) };
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
    checkPolicy: checkPolicyOf(draft) ?? 'never', // without an answer there is no consent
  };
}

/** Null while nothing is chosen, or the size cannot be read. */
export function checkPolicyOf({
  check,
  upToMb,
}: Pick<AssignmentDraft, 'check' | 'upToMb'>): CheckPolicy | null {
  if (check !== 'up-to') return check;
  const upToBytes = Math.round(Number(upToMb) * BYTES_PER_MB);
  return Number(upToMb) > 0 && Number.isSafeInteger(upToBytes) ? { upToBytes } : null;
}

export type DraftProblem = 'project' | 'labels' | 'check' | 'size' | CitedField;

/** Everything that keeps these instructions from being followed, in the order of the form. */
export function draftProblems(draft: AssignmentDraft): readonly DraftProblem[] {
  const isSecondary = draft.fileType === 'secondary';
  return [
    ...(draft.projectId === '' ? (['project'] as const) : []),
    ...(splitList(draft.labels).length === 0 ? (['labels'] as const) : []),
    ...(draft.check === null ? (['check'] as const) : []),
    ...(draft.check !== null && checkPolicyOf(draft) === null ? (['size'] as const) : []),
    ...CITED.filter((name) => isSecondary && draft[name].trim() === ''),
  ];
}
