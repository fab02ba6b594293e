/**
 * What an upload may cost, by the documented rule alone. For public files that says "file size in MB, in credits", and
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
