/** Who brought a file to the platform, and when, as far as the service says it. */
import type { ListedFile } from '../../src-shared/model/files/platform-file.ts';
import type { Words } from './en.ts';

/** Null when it says neither. */
export function uploadedText(
  { ownerName, uploadedAtMs }: Pick<ListedFile, 'ownerName' | 'uploadedAtMs'>,
  { platform, figures }: Words,
): string | null {
  const when = uploadedAtMs === null ? null : figures.moment(uploadedAtMs);
  if (ownerName === '') return when === null ? null : platform.uploaded(when);
  return when === null ? platform.uploadedByOnly(ownerName) : platform.uploadedBy(ownerName, when);
}
