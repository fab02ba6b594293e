/** Binds the ports of a run to the service, the files on disk and the account's database. */
import { fail, ok } from '../../src-shared/model/result.ts';
import type { File } from '../../src-shared/service/files.ts';
import { walkPages } from '../service/read-all-pages.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type {
  ContentDigests,
  RemoteFile,
  RemoteRecords,
  SourceVersion,
} from '../pipeline/common/ports.ts';
import type { Clock } from '../platform/clock.ts';
import { methodOfText, methodText } from '../digests/file-hash.ts';
import type { State } from '../db/state.ts';
import {
  PAGING_QUIRKS,
  type PagingQuirk,
  type ServiceQuirks,
  UPLOADED_QUIRKS,
  type UploadedQuirk,
} from '../pipeline/confirm/service-quirks.ts';
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { isSameFile } from '../platform/file-identity.ts';
import {
  type OpenSource,
  openSourceFile,
  type SourceFile,
} from '../pipeline/upload/form/source-file.ts';

export function bindRemote(client: ServiceClient, userId: () => string | null): RemoteRecords {
  return {
    ownerId: userId,
    async list({ projectId, visibility }, { isEnough, waitsFor }, signal) {
      const name = visibility === 'public' ? 'listPublicFiles' : 'listPrivateFiles';
      const files: RemoteFile[] = [];
      const walk = await walkPages<File>(
        async (query, stop) => {
          const fault = waitsFor(); // a list of many pages must not continue during a pause
          return fault === null
            ? client.call(name, { path: { projectId }, query }, stop)
            : fail(fault);
        },
        (fresh) => {
          const page = fresh.map(remoteFile);
          files.push(...page);
          // All are returned, also those after the one that was enough: their page has been read anyway.
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

/** Names under which the facts are kept. */
const UPLOADED_FACT = 'uploaded-time';
const HASH_FACT = 'file-hash';
const PAGING_FACT = 'paging';

/** `origin`: scheme, host and port of the service. A fact that this build cannot read counts as unknown. */
export function bindQuirks(state: State, origin: string, clock: Clock): ServiceQuirks {
  const recall = (name: string) => state.serverFacts.get(origin, name)?.value ?? null;
  const learn = (name: string, value: string): void => {
    if (recall(name) === value) return; // each write waits for the disk
    state.serverFacts.keep({ origin, name, value, learnedAtMs: clock.nowMs() });
  };
  return {
    uploaded: () => oneOf<UploadedQuirk>(UPLOADED_QUIRKS, recall(UPLOADED_FACT)),
    learnUploaded: (quirk) => learn(UPLOADED_FACT, quirk),
    hashMethod: () => methodOfText(recall(HASH_FACT) ?? ''),
    learnHashMethod: (method) => learn(HASH_FACT, methodText(method)),
    paging: () => oneOf<PagingQuirk>(PAGING_QUIRKS, recall(PAGING_FACT)),
    learnPaging: (quirk) => learn(PAGING_FACT, quirk),
  };
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}

const BLOCK_BYTES = 256 * 1024; // the main thread hashes: a block must take only a short moment

/** Makes further digests of a fingerprinted content. They count only if it is proven to be that content. */
export function bindDigests(openSource: OpenSource = openSourceFile): ContentDigests {
  return {
    async of(source, algorithms, signal) {
      signal.throwIfAborted();
      const opened = await openSource(source.path);
      if (!opened.ok) return null;
      try {
        return await readThrough(opened.value, source, algorithms, signal);
      } catch (error) {
        if (isSystemError(error)) return null; // the file cannot be read now: it proves nothing
        throw error;
      } finally {
        await opened.value.close();
      }
    },
  };
}

async function readThrough(
  file: SourceFile,
  { identity, sha256 }: SourceVersion,
  algorithms: readonly DigestAlgorithm[],
  signal: AbortSignal,
): Promise<Digests | null> {
  if (!isSameFile(identity, await file.identity())) return null;
  const wanted = new Set<DigestAlgorithm>(['sha256', ...algorithms]);
  const { startDigests } = await import('../digests/digest-algorithms.ts'); // rarely needed on this thread
  const running = startDigests([...wanted]);
  const block = Buffer.alloc(BLOCK_BYTES);
  for (let position = 0; position < identity.sizeBytes;) {
    signal.throwIfAborted();
    const count = await file.read(block, block.length, position);
    if (count === 0) return null;
    running.update(block.subarray(0, count));
    position += count;
  }
  const digests = running.finish();
  return digests.sha256 === sha256 ? digests : null;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
