/** Binds the service's lists, metadata and balances to what sync asks for. */
import { fail, ok } from '../../src-shared/model/result.ts';
import type { File } from '../../src-shared/service/files.ts';
import { walkPages } from '../service/read-all-pages.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { RemoteFile, RemoteRecords } from '../pipeline/common/ports.ts';

export function bindRemote(client: ServiceClient, userId: () => string | null): RemoteRecords {
  return {
    ownerId: userId,
    async list({ projectId, visibility }, { isEnough, waitsFor }, signal) {
      const name = visibility === 'public' ? 'listPublicFiles' : 'listPrivateFiles';
      const files: RemoteFile[] = [];
      const walk = await walkPages<File>(
        async (query, stop) => {
          const fault = waitsFor(); // a list of many pages does not go on into a pause
          return fault === null
            ? client.call(name, { path: { projectId }, query }, stop)
            : fail(fault);
        },
        (fresh) => {
          const page = fresh.map(remoteFile);
          files.push(...page);
          // Each is shown, also those after the one that was enough: their page is here anyway.
          return page.map(isEnough).includes(true) ? 'stop' : 'go on';
        },
        signal,
      );
      if (!walk.ok) return walk;
      const { complete, totalRecords, paging } = walk.value;
      const isComplete = complete && totalRecords === files.length;
      return ok({ files, isComplete, totalRecords, paging });
    },
    async fileHash({ projectId, visibility }, fileId, signal) {
      const name = visibility === 'public' ? 'getPublicMetadata' : 'getPrivateMetadata';
      const read = await client.call(name, { path: { projectId, fileId } }, signal);
      if (read.ok) return ok(read.value.FileHash === '' ? null : read.value.FileHash);
      return read.fault.kind === 'not-found' ? ok(null) : read;
    },
    async balance(signal) {
      const own = userId();
      if (own === null) {
        return { ok: false, fault: { kind: 'not-signed-in', serviceSays: null } };
      }
      const read = await client.call('getCreditBalance', { path: { userId: own } }, signal);
      return read.ok ? ok(read.value.creditBalance) : read;
    },
  };
}

function remoteFile({ id, name, ownerId, uploaded, status, type, label }: File): RemoteFile {
  return { fileId: id, name, ownerId, uploadedIso: uploaded, status, fileType: type, label };
}
