/** A secondary file cites files by id; citing one that does not exist would falsify its provenance. */
import type { UploadFields } from '../../src-shared/service/files.ts';
import { badRequest } from '../http/answer.ts';
import type { Service } from '../service.ts';
import type { StoredFile } from '../store/file-table.ts';
import type { User } from '../store/user-table.ts';
import { mayReadFiles, requireProject } from './access.ts';
import { statusNow } from './file-records.ts';

/** Ids of a comma-separated list, without blanks around them. */
export function splitIds(list: string | null): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/** Throws a 400 unless every id names a file the caller may read and that is not deleted, `primaryData` primary ones. */
export function requireCitedFiles(service: Service, caller: User, fields: UploadFields): void {
  if (fields.type === 'primary') return;
  requireEach(service, caller, 'linkToProcedure', fields.linkToProcedure);
  const primaries = requireEach(service, caller, 'primaryData', fields.primaryData);
  const stray = primaries.find((file) => file.type !== 'primary');
  if (stray !== undefined) throw badRequest(`primaryData: file "${stray.id}" is not primary`);
}

function requireEach(
  service: Service,
  caller: User,
  field: string,
  list: string,
): readonly StoredFile[] {
  const ids = splitIds(list);
  if (ids.length === 0) throw badRequest(`${field} names no file`);
  return ids.map((id) => {
    const file = service.store.files.find(id);
    if (file === null || !isCitable(service, caller, file)) {
      throw badRequest(`${field}: no file "${id}"`);
    }
    return file;
  });
}

function isCitable(service: Service, caller: User, file: StoredFile): boolean {
  const project = requireProject(service.store, file.projectId);
  return (
    mayReadFiles(service, caller, project, file.visibility) &&
    statusNow(service, file) !== 'Deleted'
  );
}
