/** A state with one watched folder, one file in it, its content, and the upload of that, not yet begun. */
import {
  addContent,
  addFile,
  folderRules,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';

export function uploadState() {
  const { state, folder, clock } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const file = addFile(state, folderId);
  const content = addContent(state, 'a');
  const job = uploadJob({ fileId: file.id, contentId: content.id });
  return { state, uploads: state.uploads, folder, clock, folderId, file, content, job };
}
