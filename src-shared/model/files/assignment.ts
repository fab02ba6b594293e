/** Where and how a file is to be notarized, and what prevents that. Pure. */
import type { FileType } from '../../service/files.ts';
import type { Visibility } from '../money/price.ts';

/**
 * When the service is asked whether it has a content, which sends it the content: before a price is shown, once the price
 * is approved, or never.
 */
export const CHECK_POLICIES = ['first', 'approved', 'never'] as const;
export type CheckPolicy = (typeof CHECK_POLICIES)[number];

/** Above it a private file, which costs one credit, is not sent a second time to save that. */
export const MOST_CHECKED_PRIVATE_BYTES = 100_000_000;

export interface Assignment {
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly fileType: FileType;
  /** Comma-separated, as the service takes them. */
  readonly labels: string;
  readonly procedureDescription: string | null;
  /** Comma-separated file ids, or null. */
  readonly linkToProcedure: string | null;
  readonly primaryData: string | null;
  readonly checkPolicy: CheckPolicy;
}

/** Whether the service is asked for a content of this size before it is uploaded. */
export function isCheckWanted(
  { checkPolicy, visibility }: Pick<Assignment, 'checkPolicy' | 'visibility'>,
  sizeBytes: number,
): boolean {
  if (checkPolicy === 'never') return false;
  return visibility === 'public' || sizeBytes <= MOST_CHECKED_PRIVATE_BYTES;
}

/** A label is needed by every upload; a secondary file needs its procedure and the primary files it comes from. */
export function missingFacts(assignment: Assignment): 'labels' | 'procedure' | null {
  if (!/[^\s,]/.test(assignment.labels)) return 'labels';
  if (assignment.fileType === 'primary') return null;
  const cited = [
    assignment.procedureDescription,
    assignment.linkToProcedure,
    assignment.primaryData,
  ];
  return cited.every((text) => text !== null && text.trim() !== '') ? null : 'procedure';
}

/** Reads a comma-separated list: trimmed, without empty entries. */
export function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
