/** Finding a file for a handler, its status now, and the documented shape of its record. */
import type { FileStatus } from '../../src-shared/service/files.ts';
import { notFound } from '../http/answer.ts';
import type { Service } from '../service.ts';
import type { ChainRecord } from '../store/chain-table.ts';
import type { StoredFile, Visibility } from '../store/file-table.ts';
import type { Store } from '../store/store.ts';
import type { User } from '../store/user-table.ts';
import { requireReadableProject } from './access.ts';
import { requireUser } from './people.ts';

type Clocked = Pick<Service, 'store' | 'nowMs'>;

export function statusNow({ store, nowMs }: Clocked, file: StoredFile): FileStatus {
  const deletion = file.deletionRecord === null ? null : store.chain.get(file.deletionRecord);
  return fileStatus(store.chain.get(file.uploadRecord), deletion, nowMs());
}

/** Throws a 404 unless the project holds such a file of that kind; deleted files are found, their history is kept. */
export function requireFile(
  store: Pick<Store, 'files'>,
  projectId: string,
  fileId: string,
  visibility: Visibility,
): StoredFile {
  const file = store.files.find(fileId);
  if (file === null || file.projectId !== projectId || file.visibility !== visibility) {
    throw notFound(`No such ${visibility} file in this project`);
  }
  return file;
}

/** The file, when the caller may read files of that kind in its project. */
export function requireReadableFile(
  service: Pick<Service, 'store' | 'readings'>,
  caller: User,
  { projectId, fileId }: { readonly projectId: string; readonly fileId: string },
  visibility: Visibility,
): StoredFile {
  const project = requireReadableProject(service, caller, projectId, visibility);
  return requireFile(service.store, project.id, fileId, visibility);
}

export function fileAnswer(service: Clocked, file: StoredFile): object {
  const owner = requireUser(service.store, file.ownerId);
  return {
    id: file.id,
    name: file.name,
    ownerId: owner.id,
    ownerName: owner.name,
    ownerLastName: owner.lastName,
    label: file.label,
    type: file.type,
    fileFormat: file.mediaType,
    linkToProcedure: file.linkToProcedure,
    procedureDescription: file.procedureDescription,
    primaryData: file.primaryData,
    downloadStatistic: file.downloadCount,
    uploaded: file.uploaded,
    status: statusNow(service, file),
  };
}

/** A file's status, derived from its chain records and the time. Nothing stores it, so nothing can be stale. */
type Moment = Pick<ChainRecord, 'availableAtMs' | 'isFailed'>;

/** `deletion` is null as long as nobody asked for it. */
export function fileStatus(upload: Moment, deletion: Moment | null, nowMs: number): FileStatus {
  if (deletion !== null) {
    if (nowMs < deletion.availableAtMs) return 'PendingDeletion';
    return deletion.isFailed ? 'NotarizationError' : 'Deleted';
  }
  if (nowMs < upload.availableAtMs) return 'Pending';
  return upload.isFailed ? 'NotarizationError' : 'Available';
}
