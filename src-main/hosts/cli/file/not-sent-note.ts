/** What was to be uploaded and was not, because the service has its content elsewhere. */
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import { printablePath } from '../../../../src-shared/model/text/printable.ts';

/** Null: it is at the destination that was asked for, or was sent there. */
export function notSentNote(file: FileView): string | null {
  const { state, fileId, recordedElsewhere: place, assignment } = file;
  const isCopy = state === 'duplicate';
  if (place === undefined && !(isCopy && fileId === null)) return null;
  const where = place === undefined ? '' : `, ${place.visibility} in project ${place.projectId}`;
  const wished = `${assignment.visibility} in project ${assignment.projectId}`;
  const next = isCopy
    ? `To notarize it there too, run "labseal file approve ${file.id}", then "labseal sync".`
    : 'To notarize it there too, upload a copy of it under another name, then approve that copy with "labseal file approve".';
  return `${printablePath(file.path)}: the service has its content already${where}. Nothing was sent to be ${wished}. ${next}`;
}
