/** Private files. The document gives them no single record and no download, so neither exists here. */
import type { Handlers } from '../http/call.ts';
import { readDocument } from '../metadata/metadata-document.ts';
import type { Service } from '../service.ts';
import { answerCertificate } from './certificates.ts';
import { deleteFile } from './file-deletion.ts';
import { listFiles } from './file-lists.ts';
import { requireReadableFile } from './file-records.ts';
import { admitUpload } from './file-upload.ts';

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
      const { metadataCid } = requireReadableFile(store, caller, ids, 'private');
      const { FileHash } = readDocument(store.metadata.get(metadataCid));
      return { FileHash, JsonCid: metadataCid };
    },
  };
}
