/**
 * What an upload may cost, and what a paid change does, by the documented rule alone. For public files that says "file size in MB, in credits", and
 * neither how long a MB is nor how it is rounded. Pure. Both bounds hold under every reading of it.
 */
import { CREDITS } from '../../service/limits.ts';

export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const SHORTEST_MB = 1_000_000;
const LONGEST_MB = 1_048_576;

/** At most so many credits: private files cost 1, public ones their size in MB, rounded up, and never nothing. */
export function uploadCredits(visibility: Visibility, sizeBytes: number): number {
  if (visibility === 'private') return CREDITS.privateFileUpload;
  return Math.max(1, Math.ceil(sizeBytes / SHORTEST_MB));
}

/** At least so many: where a public file is smaller than a MB, perhaps none. */
export function leastCredits(visibility: Visibility, sizeBytes: number): number {
  if (visibility === 'private') return CREDITS.privateFileUpload;
  return Math.floor(sizeBytes / LONGEST_MB);
}

// What a paid change is charged for, one by one: a new project with first members is several charges, or one. Pure.

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
