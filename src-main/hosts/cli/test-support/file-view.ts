/** A file as the core shows it to the command line. */
import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import { assignment } from '../../../test-support/temporary-state.ts';

/** A notarized file; override only what the test is about. */
export const fileView = (over: Partial<FileView> = {}): FileView => ({
  id: '1',
  folderId: '1',
  path: '/data/run.csv',
  folderPath: 'data',
  projectId: 'p',
  visibility: 'private',
  assignment: assignment({ projectId: 'p' }),
  state: 'notarized',
  hold: null,
  note: null,
  sizeBytes: 7,
  blake3: 'b3',
  sha256: 's2',
  fileId: 'f',
  credits: 1,
  duplicate: null,
  doubt: null,
  certificatePdf: '/certificates/f.pdf',
  certificateJson: '/certificates/f.json',
  ...over,
});
