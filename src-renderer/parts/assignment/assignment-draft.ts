/** An assignment while a person writes it down: every field is text, and nothing is lost by changing one's mind. Pure. */
import {
  type Assignment,
  type CheckPolicy,
  splitList,
} from '../../../src-shared/model/files/assignment.ts';

/** What a secondary file needs. */
export const CITED = ['procedureDescription', 'linkToProcedure', 'primaryData'] as const;
export type CitedField = (typeof CITED)[number];

export interface AssignmentDraft {
  readonly projectId: string;
  readonly visibility: Assignment['visibility'];
  readonly fileType: Assignment['fileType'];
  readonly labels: string;
  readonly procedureDescription: string;
  readonly linkToProcedure: string;
  readonly primaryData: string;
  readonly check: CheckPolicy;
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
    check: 'approved',
  };
}

export function draftOf(assignment: Assignment): AssignmentDraft {
  const {
    checkPolicy: check,
    procedureDescription,
    linkToProcedure,
    primaryData,
    ...same
  } = assignment;
  return {
    ...same,
    check,
    procedureDescription: procedureDescription ?? '',
    linkToProcedure: linkToProcedure ?? '',
    primaryData: primaryData ?? '',
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
    checkPolicy: draft.check,
  };
}

export type DraftProblem = 'project' | 'labels' | CitedField;

/** Everything that keeps these instructions from being followed, in the order of the form. */
export function draftProblems(draft: AssignmentDraft): readonly DraftProblem[] {
  const isSecondary = draft.fileType === 'secondary';
  return [
    ...(draft.projectId === '' ? (['project'] as const) : []),
    ...(splitList(draft.labels).length === 0 ? (['labels'] as const) : []),
    ...CITED.filter((name) => isSecondary && draft[name].trim() === ''),
  ];
}
