/** What a paid change is charged for, one by one: a new project with first members is several charges, or one. Pure. */
import { CREDITS } from '../../service/limits.ts';

const PART_CREDITS = {
  project: CREDITS.projectCreation,
  /** An invitation that a new project brings along. */
  member: CREDITS.projectInvitation,
  invitation: CREDITS.projectInvitation,
  deletion: CREDITS.fileDeletion,
} as const;

export type ChangePart = keyof typeof PART_CREDITS;

/** A change as the history of credits names it; faces make the words. */
export interface ChargedChange {
  readonly id: number;
  readonly part: ChangePart;
  /** Of the project, the person or the file. */
  readonly name: string;
}

export function creditsOf(parts: readonly ChangePart[]): number {
  return parts.reduce((sum, part) => sum + PART_CREDITS[part], 0);
}

/** What the cheapest of them costs. */
export function leastOf(parts: readonly ChangePart[]): number {
  return Math.min(...parts.map((part) => PART_CREDITS[part]));
}

/** What a charge of this amount for one of the parts had to be: a service may charge a project and its members together. */
export function expectedOf(parts: readonly ChangePart[], part: ChangePart, charged: number) {
  const together = creditsOf(parts);
  return part === 'project' && charged === together ? together : PART_CREDITS[part];
}
