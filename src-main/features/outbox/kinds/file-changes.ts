/** How changes of files on the platform are sent and recognised. */
import type { IntentOf } from '../../../../src-shared/model/changes/change.ts';
import { ok } from '../../../../src-shared/model/result.ts';
import type { File } from '../../../../src-shared/service/files.ts';
import { EVIDENCE_LIST, startListBudget } from '../../../service/list-bounds.ts';
import { findInPages } from '../../../service/read-all-pages.ts';
import type { ServiceClient } from '../../../service/service-client.ts';
import { DONE, endNotThere, sendAs, type Answer, type OutboxKind } from './outbox-kind.ts';

export interface FileSnapshot {
  /** The status that the service reports; null when the file was not found. */
  readonly status: string | null;
  readonly isComplete: boolean;
}

const DELETED: ReadonlySet<string> = new Set(['PendingDeletion', 'Deleted']);

const deleteFile: OutboxKind<IntentOf<'delete-file'>, FileSnapshot> = {
  reads: 'file',
  check: (intent, { client }, signal) =>
    intent.visibility === 'public'
      ? checkPublicFile(intent, client, signal)
      : checkPrivateFile(intent, client, signal),
  evaluate({ baseline }, { status, isComplete }) {
    if (status !== null) return DELETED.has(status) ? DONE : { kind: 'not-there' };
    // It existed before the request. If a service no longer lists a file that it deleted, the deletion succeeded.
    return baseline !== null && isComplete ? DONE : { kind: 'cannot-tell' };
  },
  plan: (_change, { status, isComplete }, { atMs }) =>
    status === null && isComplete
      ? endNotThere(atMs)
      : sendAs({ kind: 'delete-file', status: status ?? '' }),
  async send({ intent, key: idempotencyKey }, _body, { client }, signal) {
    const { projectId, fileId, userId, reason, visibility } = intent;
    const name = visibility === 'public' ? 'deletePublicFile' : 'deletePrivateFile';
    const call = { path: { projectId, fileId }, body: { userId, reason }, idempotencyKey };
    const answer = await client.call(name, call, signal);
    return answer.ok ? ok(answer.value.message) : answer;
  },
  /** The engine tracks rows of this computer; data of the platform is read again once it was displayed. */
  expire({ projectId, visibility }, mirror, resources) {
    const list = resources.files(projectId, visibility);
    if (mirror.copyOf(list) !== null) mirror.expire(list);
  },
};

async function checkPublicFile(
  { projectId, fileId }: IntentOf<'delete-file'>,
  client: ServiceClient,
  signal: AbortSignal,
): Answer<FileSnapshot> {
  const read = await client.call('getPublicFile', { path: { projectId, fileId } }, signal);
  if (read.ok) return ok({ status: read.value.status, isComplete: true });
  if (read.fault.kind !== 'not-found') return read;
  // A service may answer the same about a project that it does not show.
  const query = { start: 0, limit: 1 };
  const list = await client.call('listPublicFiles', { path: { projectId }, query }, signal);
  return list.ok ? ok({ status: null, isComplete: true }) : list;
}

/** No single record of a private file is documented, so the list is read. */
async function checkPrivateFile(
  { projectId, fileId }: IntentOf<'delete-file'>,
  client: ServiceClient,
  signal: AbortSignal,
): Answer<FileSnapshot> {
  const read = await findInPages<File>(
    (query, stop) => client.call('listPrivateFiles', { path: { projectId }, query }, stop),
    ({ id }) => id === fileId,
    startListBudget(EVIDENCE_LIST, client.clock),
    signal,
  );
  if (!read.ok) return read;
  const { found, complete } = read.value;
  return ok({ status: found?.status ?? null, isComplete: complete });
}

export const fileKinds = { 'delete-file': deleteFile };
