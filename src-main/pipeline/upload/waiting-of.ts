/**
 * Builds the entries of the upload queue from the database: what is to go next, size, age, parts at the service.
 */
import type { FileRow } from '../../db/files/file-repository.ts';
import type { Waiting } from './queue-order.ts';
import type { AccountPorts } from '../common/account-ports.ts';

/** With the bytes that it had when it was queued. */
export interface WaitingContent extends Waiting {
  readonly contentId: number | null;
}

/**
 * The queue entries of these rows, without those of removed folders. Made for many at once: a person's choices are read
 * once for all. `begun`: files that come first, because the service has a part of them.
 */
export function waitingOf(
  files: readonly FileRow[],
  { state, transitions }: Pick<AccountPorts, 'state' | 'transitions'>,
  begun: ReadonlySet<number> = state.unfinishedUploads.begunFileIds(),
): readonly WaitingContent[] {
  const choices = state.queueChoices.all();
  const projects = new Map<number, string>(); // of folders: most files have no assignment of their own
  const projectOf = (file: FileRow): string | null => {
    if (file.assignmentId !== null) return transitions.assignmentOf(file).projectId;
    const known = projects.get(file.folderId);
    if (known !== undefined) return known;
    const projectId = state.folders.get(file.folderId)?.assignment.projectId ?? null;
    if (projectId !== null) projects.set(file.folderId, projectId);
    return projectId;
  };
  return files.flatMap((file) => {
    const projectId = projectOf(file);
    if (projectId === null) return [];
    const { id: fileId, contentId, sizeBytes, unchangedSinceMs: sinceMs } = file;
    const place = choices.get(fileId)?.place ?? null;
    const isBegun = begun.has(fileId);
    return [{ fileId, contentId, projectId, sizeBytes, sinceMs, place, isBegun }];
  });
}
