/** How changes of files that are on the platform are sent and recognised. */
import type { IntentOf } from '../../../../src-shared/model/changes/change.ts';
import { ok } from '../../../../src-shared/model/result.ts';
import type { File } from '../../../../src-shared/service/files.ts';
import { findInPages } from '../../../service/read-all-pages.ts';
import type { ServiceClient } from '../../../service/service-client.ts';
import { DONE, endNotThere, sendAs, type Answer, type OutboxKind } from './outbox-kind.ts';

export interface FileSnapshot {
  /** The service's word; null when the file was not seen. */
  readonly status: string | null;
  readonly isComplete: boolean;
}

const DELETED: ReadonlySet<string> = new Set(['PendingDeletion', 'Deleted']);

const deleteFile: OutboxKind<IntentOf<'delete-file'>, FileSnapshot> = {
  check: (intent, { client }, signal) =>
    intent.visibility === 'public'
      ? checkPublicFile(intent, client, signal)
      : checkPrivateFile(intent, client, signal),
  evaluate({ baseline }, { status, isComplete }) {
    if (status !== null) return DELETED.has(status) ? DONE : { kind: 'not-there' };
    // It was there before the request; a service that forgets what it deleted has deleted it.
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
  /** Rows of this computer are followed by the engine; what is on the platform is read anew once it was looked at. */
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
  return read.fault.kind === 'not-found' ? ok({ status: null, isComplete: true }) : read;
}

/** No single record of a private file is documented, so its list is read. */
async function checkPrivateFile(
  { projectId, fileId }: IntentOf<'delete-file'>,
  client: ServiceClient,
  signal: AbortSignal,
): Answer<FileSnapshot> {
  const read = await findInPages<File>(
    (query, stop) => client.call('listPrivateFiles', { path: { projectId }, query }, stop),
    ({ id }) => id === fileId,
    signal,
  );
  if (!read.ok) return read;
  const { found, complete } = read.value;
  return ok({ status: found?.status ?? null, isComplete: complete });
}

export const fileKinds = { 'delete-file': deleteFile };
