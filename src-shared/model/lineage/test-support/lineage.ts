/** Files for tests about provenance: each is complete, and a test overrides only what it is about. */
import { NO_CITATIONS } from '../citations.ts';
import type { FileHere, LineageFacts } from '../lineage.ts';
import type { PlatformRecord } from '../../files/platform-file.ts';

export function recorded(fileId: string, over: Partial<PlatformRecord> = {}): PlatformRecord {
  return {
    fileId,
    name: `${fileId}.raw`,
    fileType: 'primary',
    labels: 'run-1',
    status: 'Available',
    ownerId: 'user-1',
    ownerName: 'Robin Marsh',
    uploadedAtMs: 1_000,
    visibility: 'private',
    ...NO_CITATIONS,
    ...over,
  };
}

/** A secondary file that cites these primary files and one procedure. */
export function derived(
  fileId: string,
  primaries: readonly string[],
  over: Partial<PlatformRecord> = {},
): PlatformRecord {
  return recorded(fileId, {
    name: `${fileId}.csv`,
    fileType: 'secondary',
    primaryData: primaries.join(', '),
    linkToProcedure: 'sop',
    procedureDescription: 'Peaks were picked.',
    ...over,
  });
}

export function fileHere(localFileId: string, over: Partial<FileHere> = {}): FileHere {
  return {
    localFileId,
    name: `here-${localFileId}.csv`,
    projectId: 'project-1',
    visibility: 'private',
    fileType: 'secondary',
    labels: 'run-1',
    state: 'held',
    hold: 'procedure',
    fileId: null,
    ...NO_CITATIONS,
    ...over,
  };
}

/** A project in which everything was seen, with a procedure that files can follow. */
export function lineageFacts(
  files: readonly PlatformRecord[],
  over: Partial<LineageFacts> = {},
): LineageFacts {
  return {
    projectId: 'project-1',
    recorded: [recorded('sop', { name: 'sop.pdf' }), ...files],
    isComplete: true,
    here: [],
    elsewhere: () => null,
    ...over,
  };
}
