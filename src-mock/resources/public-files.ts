/** Public files: what private ones have too, and the single record and the download link besides. */
import type { Handlers } from '../http/call.ts';
import { notFound } from '../http/refusals.ts';
import { readDocument } from '../metadata/metadata-document.ts';
import type { Service } from '../service.ts';
import type { User } from '../store/user-table.ts';
import { answerCertificate } from './certificates.ts';
import { deleteFile } from './file-deletion.ts';
import { listFiles } from './file-lists.ts';
import { fileAnswer, requireReadableFile, statusNow } from './file-records.ts';
import { admitUpload } from './file-upload.ts';

type PublicFileHandlers = Pick<
  Handlers,
  | 'uploadPublicFile'
  | 'listPublicFiles'
  | 'getPublicFile'
  | 'downloadPublicFile'
  | 'deletePublicFile'
  | 'getPublicCertificate'
  | 'getPublicMetadata'
>;

export function makePublicFileHandlers(service: Service): PublicFileHandlers {
  const { store, chain, objects } = service;

  return {
    uploadPublicFile: (call) => admitUpload(service, 'public', call),
    listPublicFiles: (call) => listFiles(service, 'public', call),
    deletePublicFile: (call) => deleteFile(service, 'public', call),
    getPublicCertificate: (call) => answerCertificate(service, 'public', call),

    getPublicFile: ({ caller, parameter }) => fileAnswer(service, readable(caller, parameter)),

    downloadPublicFile: ({ caller, parameter, baseUrl }) =>
      store.atomically(() => {
        const file = readable(caller, parameter);
        const status = statusNow(service, file);
        if (status !== 'Available') throw notFound(`No download: the file is ${status}`);
        store.files.countDownload(file.id);
        chain.record({
          operation: 'FILE_DOWNLOAD',
          subjectId: file.id,
          actorId: caller.id,
          content: { metadataCid: file.metadataCid },
        });
        return { objectStoreUrl: objects.link(baseUrl, file.objectKey, file.name) };
      }),

    getPublicMetadata: ({ caller, parameter }) => {
      const { metadataCid } = readable(caller, parameter);
      const { FileHash, FileLinkStore = '' } = readDocument(store.metadata.get(metadataCid));
      return { FileHash, FileLinkStore, JsonCid: metadataCid };
    },
  };

  function readable(caller: User, parameter: (name: string) => string) {
    const ids = { projectId: parameter('projectId'), fileId: parameter('fileId') };
    return requireReadableFile(store, caller, ids, 'public');
  }
}
