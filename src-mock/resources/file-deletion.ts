/** Deleting a file of either kind: owner or leader, with a reason. The record stays, the content goes. */
import { DELETION_PRICE } from '../credits/credits.ts';
import type { BodyOf, Call } from '../http/call.ts';
import { badRequest, forbidden } from '../http/answer.ts';
import type { Service } from '../service.ts';
import type { Visibility } from '../store/file-table.ts';
import { requireProject, standing } from './access.ts';
import { requireFile, statusNow } from './file-records.ts';

type DeletionCall = Call<BodyOf<'deletePublicFile'>>;

export async function deleteFile(
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
