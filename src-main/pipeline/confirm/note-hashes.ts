/** Stores the FileHash of a file that this account may have paid for and this database does not know, whoever asked for it. */
import { readFileHash } from '../../../src-shared/model/proofs/file-hash.ts';
import type { State } from '../../db/state.ts';
import type { RemoteRecords } from '../common/ports.ts';

/** The same records, each FileHash of which is noted. */
export function noteHashes(remote: RemoteRecords, state: State): RemoteRecords {
  return {
    ...remote,
    async fileHash(destination, fileId, signal) {
      const asked = await remote.fileHash(destination, fileId, signal);
      const [reading] = asked.ok && asked.value !== null ? readFileHash(asked.value) : [];
      if (asked.ok && asked.value !== null && reading !== undefined) {
        const place = { ...destination, fileId };
        const { value } = asked;
        state.repeatable(() => state.unaccountedFiles.keepHash(place, value, reading.digestHex));
      }
      return asked;
    },
  };
}
