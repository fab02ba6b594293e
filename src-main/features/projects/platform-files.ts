/**
 * The files that the service has in a project, whoever uploaded them: the last copies of its lists, with what this
 * computer knows about each file's content. Nothing here uploads a file, requests anything twice, or treats one of
 * these as a local file.
 */
import type { ReadMode } from '../../../src-shared/bridge/call.ts';
import type { PlatformRange } from '../../../src-shared/bridge/file-calls.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { FILE_STATES, type FileState } from '../../../src-shared/model/files/file-state.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import {
  viewPlatform,
  withText,
  type ListSeen,
  type PlatformFile,
  type PlatformRecord,
  type PlatformView,
} from '../../../src-shared/model/files/platform-file.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { DigestAlgorithm } from '../../../src-shared/model/proofs/hash-method.ts';
import { readFileHash } from '../../../src-shared/model/proofs/file-hash.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Content } from '../../db/files/content-repository.ts';
import type { State } from '../../db/state.ts';
import type { Resources } from '../mirror/account-mirror.ts';
import type { RecordAddress } from '../../../src-shared/model/proofs/verdict.ts';

export interface PlatformFileParts {
  readonly state: Pick<State, 'records' | 'contents' | 'files'>;
  readonly mirror: Mirror;
  readonly resources: Pick<Resources, 'files' | 'fileHash'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** A project that waits to be created. */
const NOTHING: ListSeen = {
  files: [],
  asOfMs: null,
  isComplete: true,
  standing: 'there',
  isOutrun: false,
};

/** The bytes on disk may differ from those that were fingerprinted, or are gone. */
const NO_COPY: ReadonlySet<FileState> = new Set([
  'discovered',
  'settling',
  'hashing',
  'missing',
  'remote_only',
  'ignored',
  'unreadable',
]);
const COPIES = FILE_STATES.filter((state) => !NO_COPY.has(state));

/** A list that is older than this computer's own uploads is read again, but not for each of a thousand. */
const REST_MS = 5 * SECOND_MS;

export function makePlatformFiles({ state, mirror, resources, clock }: PlatformFileParts) {
  /** Whether this computer has sent or received news of these files since the list was read. */
  function isOutrun(projectId: string, visibility: Visibility, fetchedAtMs: number): boolean {
    return (state.records.latestNewsMs(projectId, visibility) ?? -Infinity) >= fetchedAtMs;
  }

  async function readList(
    projectId: string,
    visibility: Visibility,
    mode: ReadMode,
    signal: AbortSignal,
  ): Promise<ListSeen | ServiceFault> {
    const resource = resources.files(projectId, visibility);
    const read = await mirror.read(resource, mode, signal);
    if (!read.ok) return read.fault;
    const { value: files, fetchedAtMs, asOfMs, isComplete, standing, fault } = read.value;
    const seen = { files, asOfMs, isComplete, standing, isOutrun: false };
    if (mode === 'fresh' || !isOutrun(projectId, visibility, fetchedAtMs)) return seen;
    const isRested = Math.abs(clock.nowMs() - fetchedAtMs) >= REST_MS;
    if (isRested && fault === null) mirror.expire(resource);
    return { ...seen, asOfMs: fetchedAtMs, isOutrun: true };
  }

  async function list(
    projectId: string,
    signal: AbortSignal,
    mode: ReadMode = 'fresh',
  ): Promise<Result<PlatformView, CoreFault>> {
    if (creatorOf(projectId) !== null) {
      return ok(viewPlatform({ public: NOTHING, private: NOTHING }));
    }
    const [open, closed] = await Promise.all([
      readList(projectId, 'public', mode, signal),
      readList(projectId, 'private', mode, signal),
    ]);
    if ('kind' in open && 'kind' in closed) {
      return fail(open.kind === 'not-found' ? { kind: 'unknown-project', projectId } : open);
    }
    return ok(viewPlatform({ public: open, private: closed }));
  }

  /** What this computer's ledger, or the hash reported by the service, says about its content. */
  function contentOf(place: RecordAddress, hash: string | null): Content | null {
    const record = state.records.at(place.projectId, place.visibility, place.fileId);
    if (record !== null) return state.contents.get(record.contentId);
    for (const { algorithm, digestHex } of hash === null ? [] : readFileHash(hash)) {
      const content = withDigest(algorithm, digestHex);
      if (content !== null) return content;
    }
    return null;
  }

  function withDigest(algorithm: DigestAlgorithm, digestHex: string): Content | null {
    if (algorithm === 'blake3') return state.contents.withBlake3(digestHex);
    return algorithm === 'sha256' ? state.contents.withSha256(digestHex) : null;
  }

  function withContent(projectId: string, record: PlatformRecord): PlatformFile {
    const { visibility, fileId } = record;
    const hash = mirror.copyOf(resources.fileHash(projectId, visibility, fileId))?.value ?? null;
    const content = contentOf({ projectId, visibility, fileId }, hash);
    const [copy] = content === null ? [] : state.files.withContent(content.id, COPIES);
    const sizeBytes = content?.sizeBytes ?? null;
    return { ...record, sizeBytes, hash, localFileId: copy === undefined ? null : String(copy.id) };
  }

  return {
    list,

    /** A file that the service lists, by its id alone; the lists are read first if they never were. */
    async lookUp(
      projectId: string,
      fileId: string,
      signal: AbortSignal,
    ): Promise<Result<PlatformFile, CoreFault>> {
      const listed = await list(projectId, signal, 'at-once');
      if (!listed.ok) return listed;
      const record = listed.value.records.find((file) => file.fileId === fileId);
      if (record === undefined) return fail({ kind: 'unknown-file', asked: fileId });
      return ok(withContent(projectId, record));
    },

    /** The uploader, by the last copy of the list; null when that does not say. Makes no request. */
    ownerOf({ projectId, visibility, fileId }: RecordAddress): string | null {
      const listed = mirror.copyOf(resources.files(projectId, visibility))?.value ?? [];
      const ownerName = listed.find((file) => file.fileId === fileId)?.ownerName ?? '';
      return ownerName === '' ? null : ownerName;
    },

    /** A window into the list. At once: into its last copy, which is read first only if it never was. */
    async range(
      { projectId, text }: { readonly projectId: string; readonly text: string },
      { first, count }: { readonly first: number; readonly count: number },
      signal: AbortSignal,
      mode: ReadMode = 'at-once',
    ): Promise<Result<PlatformRange, CoreFault>> {
      const listed = await list(projectId, signal, mode);
      if (!listed.ok) return listed;
      const { records, ...view } = listed.value;
      const found = withText(records, text);
      const rows = found
        .slice(first, first + count)
        .map((record) => withContent(projectId, record));
      return ok({ ...view, total: found.length, first, rows });
    },

    /** Requests its hash, unless that is known; without the service it is shown without one. */
    async show(
      { projectId, visibility, fileId }: RecordAddress,
      signal: AbortSignal,
    ): Promise<Result<PlatformFile, CoreFault>> {
      const known = await mirror.read(resources.files(projectId, visibility), 'at-once', signal);
      if (!known.ok) return known;
      const listed = known.value.value.find((file) => file.fileId === fileId);
      if (listed === undefined) return fail({ kind: 'unknown-file', asked: fileId });
      await mirror.read(resources.fileHash(projectId, visibility, fileId), 'at-once', signal);
      return ok(withContent(projectId, { ...listed, visibility }));
    },
  };
}
export type PlatformFiles = ReturnType<typeof makePlatformFiles>;
