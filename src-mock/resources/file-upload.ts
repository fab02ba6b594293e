/**
 * Accepts a file, public or private. The content is moved to its path first. Then one transaction writes the row, the
 * charge and the chain record; if it refuses, the content is removed. A file never exists without its price.
 */
import { randomUUID } from 'node:crypto';
import type { UploadFields } from '../../src-shared/service/files.ts';
import { assertNever } from '../assert-never.ts';
import type { Readings } from '../control/readings.ts';
import { uploadPrice } from '../credits/credits.ts';
import type { Admission, Call } from '../http/call.ts';
import { makeFileHash } from '../metadata/file-hash.ts';
import { sealDocument } from '../metadata/metadata-document.ts';
import type { Service } from '../service.ts';
import type { Visibility } from '../store/file-table.ts';
import type { User } from '../store/user-table.ts';
import type { ReceivedFile } from '../uploads/upload-types.ts';
import { requireWritableProject } from './access.ts';
import { requireStanding } from './account.ts';
import { requireCitedFiles } from './cited-files.ts';
import { requireUser } from './people.ts';

/** Refuses who may not upload. Asked before the content is sent, and again when it has arrived. */
export function admitUpload(
  service: Service,
  visibility: Visibility,
  { caller, parameter, baseUrl }: Call,
): Admission<UploadFields> {
  const projectId = parameter('projectId');
  requireWritableProject(service, caller, projectId);
  return {
    maxFileBytes: service.readings().maxFileBytes,
    wantsContent: true,
    complete: (fields, file) =>
      takeIn(service, { visibility, projectId, callerId: caller.id, baseUrl }, fields, file),
  };
}

interface Destination {
  readonly visibility: Visibility;
  readonly projectId: string;
  readonly callerId: string;
  readonly baseUrl: string;
}

async function takeIn(
  service: Service,
  destination: Destination,
  fields: UploadFields,
  file: ReceivedFile,
): Promise<object> {
  const { store, objects, privateContents, credits, readings } = service;
  const { visibility, projectId } = destination;
  const contents = visibility === 'public' ? objects : privateContents;
  const price = uploadPrice(visibility, file.sizeBytes, readings().megabyte);
  credits.requireBalance(destination.callerId, price);
  const objectKey = contents.keep(file.temporaryPath);
  try {
    const fileId = store.atomically(() =>
      commit(service, destination, fields, { ...file, objectKey }),
    );
    return { message: `The file is being recorded in project ${projectId}`, fileId };
  } catch (error) {
    await contents.remove(objectKey);
    throw error;
  }
}

/** Everything is checked again: the results may have changed while the content was moved. */
function commit(
  service: Service,
  destination: Destination,
  fields: UploadFields,
  file: ReceivedFile & { readonly objectKey: string },
): string {
  const { store, chain, credits, readings, nowMs } = service;
  const { visibility, projectId, baseUrl } = destination;
  const caller = requireUploader(service, destination);
  requireCitedFiles(service, caller, fields);
  const id = randomUUID();
  const hash = makeFileHash(file.digests, readings().fileHash);
  const metadata = sealDocument(
    visibility === 'public'
      ? { FileHash: hash.value, FileLinkStore: `${baseUrl}/object-store/${file.objectKey}` }
      : { FileHash: hash.value },
  );
  const record = chain.record({
    operation: 'FILE_UPLOAD',
    subjectId: id,
    actorId: caller.id,
    content: { fileHash: hash.value, metadataCid: metadata.cid, projectId, visibility },
    isFailed: readings().notarizationErrorNames.some((text) => file.name.includes(text)),
  });
  credits.charge({
    userId: caller.id,
    price: uploadPrice(visibility, file.sizeBytes, readings().megabyte),
    type: visibility === 'public' ? 'PUBLIC_FILE_UPLOAD' : 'PRIVATE_FILE_UPLOAD',
    subjectId: id,
  });
  store.metadata.keep(metadata.cid, metadata.text);
  const secondary = fields.type === 'secondary' ? fields : null;
  store.files.insert({
    id,
    projectId,
    ownerId: caller.id,
    visibility,
    name: file.name,
    label: fields.label,
    type: fields.type,
    mediaType: file.contentType,
    sizeBytes: file.sizeBytes,
    linkToProcedure: secondary?.linkToProcedure ?? null,
    procedureDescription: secondary?.procedureDescription ?? null,
    primaryData: secondary?.primaryData ?? null,
    uploaded: uploadedAnswer(fields.uploaded, readings().uploaded, nowMs()),
    sha256: file.digests.sha256.toString('hex'),
    hashMethod: hash.method,
    objectKey: file.objectKey,
    metadataCid: metadata.cid,
    uploadRecord: record.sequence,
  });
  return id;
}

function requireUploader(service: Service, { callerId, projectId }: Destination): User {
  const caller = requireUser(service.store, callerId);
  requireStanding(caller);
  requireWritableProject(service, caller, projectId);
  return caller;
}

/** The time recorded for the upload: `sent` is the ISO text of the form, valid by its schema. */
function uploadedAnswer(sent: string, reading: Readings['uploaded'], nowMs: number): string {
  switch (reading) {
    case 'echoed':
      return sent;
    case 'cut':
      return sent.replace(/\.\d+(?=Z$)/, '');
    case 'replaced':
      return new Date(nowMs).toISOString();
    default:
      return assertNever(reading);
  }
}
