/** What operations cost, in credits. The figures are the document's; how a megabyte counts is a reading. */
import { CREDITS } from '../../src-shared/service/limits.ts';
import { assertNever } from '../assert-never.ts';
import type { Readings } from '../control/readings.ts';
import type { Visibility } from '../store/file-table.ts';

export const PROJECT_PRICE = CREDITS.projectCreation;
export const INVITATION_PRICE = CREDITS.projectInvitation;
export const DELETION_PRICE = CREDITS.fileDeletion;

/** Credits for an upload of `sizeBytes`; a public file of less than a rounding step can be free. */
export function uploadPrice(
  visibility: Visibility,
  sizeBytes: number,
  { bytes, rounding }: Readings['megabyte'],
): number {
  if (visibility === 'private') return CREDITS.privateFileUpload;
  const megabytes = sizeBytes / bytes;
  switch (rounding) {
    case 'up':
      return Math.ceil(megabytes);
    case 'nearest':
      return Math.round(megabytes);
    case 'down':
      return Math.floor(megabytes);
    default:
      return assertNever(rounding);
  }
}
