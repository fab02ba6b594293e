/** What an upload is expected to cost. Always an estimate: the document does not say how a MB is rounded. */
import { CREDITS } from '../service/limits.ts';

export const VISIBILITIES = ['public', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const BYTES_PER_MB = 1_000_000; // the reading of "MB" that gives the higher price: nobody is surprised by less

/** Upper bound in credits for uploading `sizeBytes`: private files cost 1, public ones their size in MB, rounded up. */
export function uploadCredits(visibility: Visibility, sizeBytes: number): number {
  return visibility === 'private' ? CREDITS.privateFileUpload : Math.ceil(sizeBytes / BYTES_PER_MB);
}
