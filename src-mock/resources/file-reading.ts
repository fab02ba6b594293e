/** Public files: what private ones have too, and the single record and the download link besides. */
import { notFound } from '../http/answer.ts';
import type { Call, Handlers } from '../http/call.ts';
import { paged, pageRequest } from '../http/paging.ts';
import { readDocument } from '../metadata/metadata-document.ts';
import type { Service } from '../service.ts';
import type { Visibility } from '../store/file-table.ts';
import type { User } from '../store/user-table.ts';
import { requireReadableProject } from './access.ts';
import { answerCertificate } from './certificates.ts';
import { deleteFile } from './file-deletion.ts';
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
    return requireReadableFile(service, caller, ids, 'public');
  }
}

/** The paged file lists of a project, public and private alike: newest first. */
function listFiles(service: Service, visibility: Visibility, call: Call): object {
  const { store, readings } = service;
  const { caller, parameter, query } = call;
  const project = requireReadableProject(service, caller, parameter('projectId'), visibility);
  const page = pageRequest(query, readings());
  const records = store.files
    .page(project.id, visibility, page)
    .map((file) => fileAnswer(service, file));
  return paged(records, store.files.count(project.id, visibility), page, readings());
}

/** Private files. The document gives them no single record and no download, so neither exists here. */
type PrivateFileHandlers = Pick<
  Handlers,
  | 'uploadPrivateFile'
  | 'listPrivateFiles'
  | 'deletePrivateFile'
  | 'getPrivateCertificate'
  | 'getPrivateMetadata'
>;

export function makePrivateFileHandlers(service: Service): PrivateFileHandlers {
  const { store } = service;

  return {
    uploadPrivateFile: (call) => admitUpload(service, 'private', call),
    listPrivateFiles: (call) => listFiles(service, 'private', call),
    deletePrivateFile: (call) => deleteFile(service, 'private', call),
    getPrivateCertificate: (call) => answerCertificate(service, 'private', call),

    getPrivateMetadata: ({ caller, parameter }) => {
      const ids = { projectId: parameter('projectId'), fileId: parameter('fileId') };
      const { metadataCid } = requireReadableFile(service, caller, ids, 'private');
      const { FileHash } = readDocument(store.metadata.get(metadataCid));
      return { FileHash, JsonCid: metadataCid };
    },
  };
}
