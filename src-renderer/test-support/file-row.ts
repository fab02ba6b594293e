/** A file as a list shows it; a test overrides what it is about. */
import type { FileListRow } from '../../src-shared/bridge/file-calls.ts';

export function fileRow(over: Partial<FileListRow> = {}): FileListRow {
  return {
    id: '1',
    folderId: '1',
    path: '/data/run.raw',
    name: 'run.raw',
    projectId: 'p1',
    visibility: 'public',
    assignment: {
      projectId: 'p1',
      visibility: 'public',
      fileType: 'primary',
      labels: 'raw',
      procedureDescription: null,
      linkToProcedure: null,
      primaryData: null,
      checkPolicy: 'always',
    },
    state: 'ready',
    hold: null,
    note: null,
    sizeBytes: 100,
    blake3: 'b'.repeat(64),
    sha256: 'a'.repeat(64),
    fileId: null,
    credits: 1,
    isPriceExact: true,
    twin: null,
    doubt: null,
    certificatePdf: null,
    certificateJson: null,
    changedAtMs: 0,
    ...over,
  };
}
