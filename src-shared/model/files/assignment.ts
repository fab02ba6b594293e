/** Where and how a file is to be notarized, and what prevents that. Pure. */
import type { FileType } from '../../service/files.ts';
import type { Visibility } from '../money/price.ts';

/** Whether the platform is asked for identical content first, which uploads the content unless something else tells. */
export type CheckPolicy = 'always' | 'never' | { readonly upToBytes: number };

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

export function isCheckedFirst(policy: CheckPolicy, sizeBytes: number): boolean {
  if (policy === 'always') return true;
  return policy === 'never' ? false : sizeBytes <= policy.upToBytes;
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
