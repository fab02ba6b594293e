/** Binds the service's lists and balances to what sync asks for. */
import { ok } from '../../src-shared/model/result.ts';
import type { File } from '../../src-shared/service/files.ts';
import { findInPages } from '../service/read-all-pages.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { RemoteFile, RemoteRecords } from '../sync/ports.ts';

export function bindRemote(client: ServiceClient, userId: () => string | null): RemoteRecords {
  return {
    ownerId: userId,
    async list({ projectId, visibility }, isEnough, signal) {
      const name = visibility === 'public' ? 'listPublicFiles' : 'listPrivateFiles';
      const seen: RemoteFile[] = [];
      const search = await findInPages<File>(
        (query, stop) => client.call(name, { path: { projectId }, query }, stop),
        (file) => {
          const remote = remoteFile(file);
          seen.push(remote);
          return isEnough(remote);
        },
        signal,
      );
      return search.ok ? ok(seen) : search;
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

function remoteFile(file: File): RemoteFile {
  const { id, name, ownerId, uploaded, status } = file;
  return { fileId: id, name, ownerId, uploadedIso: uploaded, status };
}
