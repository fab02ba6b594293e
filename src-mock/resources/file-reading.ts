/** Public files: what private ones have too, and the single record and the download link besides. */
import { notFound, badRequest, forbidden } from '../http/answer.ts';
import type { Call, Handlers, BodyOf } from '../http/call.ts';
import { paged, pageRequest } from '../http/paging.ts';
import { readDocument } from '../metadata/metadata-document.ts';
import type { Service } from '../service.ts';
import type { Visibility } from '../store/file-table.ts';
import type { User } from '../store/user-table.ts';
import { requireReadableProject, requireProject, standing } from './access.ts';
import { answerCertificate } from './certificates.ts';
import { fileAnswer, requireReadableFile, statusNow, requireFile } from './file-records.ts';
import { admitUpload } from './file-upload.ts';
import { DELETION_PRICE } from '../credits/credits.ts';

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

/** Deleting a file of either kind: owner or leader, with a reason. The record stays, the content goes. */
type DeletionCall = Call<BodyOf<'deletePublicFile'>>;

async function deleteFile(
  service: Service,
  visibility: Visibility,
  call: DeletionCall,
): Promise<object> {
  const { store, objects, privateContents } = service;
  const objectKey = store.atomically(() => recordDeletion(service, visibility, call));
  await (visibility === 'public' ? objects : privateContents).remove(objectKey);
  return { message: 'The deletion is being recorded' };
}

function recordDeletion(
  service: Service,
  visibility: Visibility,
  { caller, body: { userId, reason }, parameter }: DeletionCall,
): string {
  const { store, chain, credits, readings } = service;
  const project = requireProject(store, parameter('projectId'));
  const file = requireFile(store, project.id, parameter('fileId'), visibility);
  const its = standing(service, caller, project);
  const isOwnerInside = file.ownerId === caller.id && its === 'member';
  if (!isOwnerInside && its !== 'leader' && its !== 'admin') {
    throw forbidden('Only the owner of the file and the leader of the project may delete it');
  }
  if (userId !== caller.id) throw forbidden('userId is not the id of the caller');
  if (reason.trim() === '') throw badRequest('reason must not be empty');
  const status = statusNow(service, file);
  if (status !== 'Available' && status !== 'NotarizationError') {
    throw badRequest(`The file cannot be deleted while it is ${status}`);
  }
  credits.charge({
    userId: caller.id,
    price: DELETION_PRICE,
    type: 'FILE_DELETION',
    subjectId: file.id,
  });
  const record = chain.record({
    operation: 'FILE_DELETION',
    subjectId: file.id,
    actorId: caller.id,
    isFailed: readings().deletionErrorNames.some((text) => file.name.includes(text)),
    content: { reason: reason.trim(), metadataCid: file.metadataCid },
  });
  store.files.markDeleted(file.id, record.sequence);
  return file.objectKey;
}
