/** The paged file lists of a project, public and private alike: newest first. */
import type { Call } from '../http/call.ts';
import { paged, pageRequest } from '../http/paging.ts';
import type { Service } from '../service.ts';
import type { Visibility } from '../store/file-table.ts';
import { requireReadableProject } from './access.ts';
import { fileAnswer } from './file-records.ts';

export function listFiles(service: Service, visibility: Visibility, call: Call): object {
  const { store, readings } = service;
  const { caller, parameter, query } = call;
  const project = requireReadableProject(store, caller, parameter('projectId'), visibility);
  const page = pageRequest(query, readings());
  const records = store.files
    .page(project.id, visibility, page)
    .map((file) => fileAnswer(service, file));
  return paged(records, store.files.count(project.id, visibility), page, readings());
}
