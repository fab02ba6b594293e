/** What whoever runs the service needs to know about a file, as lines of plain text. Nothing of what is in the file. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { statusLook } from '../../parts/status-appearance.ts';
import type { Words } from '../../words/en.ts';

export function reportOf(file: FileListRow, words: Words): string {
  const { files, figures } = words;
  const lines = [
    [files.name, file.name],
    [files.status, statusLook(file.state, file.hold, words).label],
    [files.serviceId, file.fileId],
    [files.reportProject, file.projectId],
    [files.visibilityLabel, files.visibility[file.visibility]],
    [files.size, `${figures.size(file.sizeBytes)} (${file.sizeBytes})`],
    [files.when, new Date(file.changedAtMs).toISOString()],
    ['BLAKE3', file.blake3],
    ['SHA-256', file.sha256],
    [files.reportSays, file.note],
  ] as const;
  return lines
    .filter(([, value]) => value !== null && value !== '')
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');
}
