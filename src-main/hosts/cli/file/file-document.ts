import type { FileView } from '../../../../src-shared/model/files/file-view.ts';
import { fileSentence } from '../../../../src-shared/model/words/en/files.ts';

/** One file as the documented JSON has it. */
export function fileDocument(file: FileView) {
  return {
    path: file.path,
    folderId: file.folderId,
    state: file.state,
    hold: file.hold,
    size: file.sizeBytes,
    blake3: file.blake3,
    sha256: file.sha256,
    visibility: file.visibility,
    projectId: file.projectId,
    fileId: file.fileId,
    certificate: file.certificatePdf,
    /** Only of an unknown upload result: what came in place of the answer; null: not known. */
    ...(file.doubt === null ? {} : { received: file.doubt.received }),
    message: fileSentence(file),
  };
}
