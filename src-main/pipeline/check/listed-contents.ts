/**
 * Finds out, without uploading a content, that the platform has it: from metadata documents kept on this computer and
 * from the lists of the file's project. Only an equal digest of a file that a list shows as live counts; that nothing
 * was found says nothing, as other projects are not visible from here.
 */
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { VISIBILITIES } from '../../../src-shared/model/money/price.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { DigestAlgorithm, Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import type { Content } from '../../db/files/content-repository.ts';
import {
  equalReading,
  keptDigests,
  readFileHash,
} from '../../../src-shared/model/proofs/file-hash.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import {
  type ContentDigests,
  type Destination,
  type ListedContents,
  type RemoteFile,
  type SourceVersion,
  destinationKey,
} from '../common/ports.ts';
import { projectStanding } from '../decide/plan-content.ts';
import { listProjectFiles, type ListPorts } from '../common/list-project-files.ts';

/** A list serves the checks of so long: thousands of new files must not read it thousands of times. */
const LIST_SERVES_MS = 10 * MINUTE_MS;
const MOST_HASHES = 20; // requests for one content; where so many files share a name, the content itself is asked about

/** About what a list tells of one file: no more of a list is read than the upload would send. */
const LISTED_FILE_BYTES = 500;
const FEWEST_LISTED = 50; // a page
const MOST_LISTED = 20_000;

interface ListCopy {
  readonly atMs: number;
  /** It was read to its end, or may not be read. */
  readonly isWhole: boolean;
  /** How many files were read. */
  readonly files: number;
  /** The names of those that are live, by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly idsByName: ReadonlyMap<string, readonly string[]>;
}

interface FoundFile {
  readonly name: string;
  readonly projectId: string;
}

/** Null: not found, which says nothing. The fault: no request can be made. */
type Found = Result<FoundFile | null, ServiceFault>;

/** Digests of the content that is looked for: those that were made, and the rest of a reading. */
type DigestOf = (algorithm: DigestAlgorithm) => Promise<Digests>;

export function makeListedContents(
  ports: ListPorts & { readonly digests: ContentDigests },
): ListedContents {
  const { state, clock, remote, quirks } = ports;
  const copies = new Map<string, ListCopy>();
  const reading = new Map<string, Promise<ServiceFault | null>>();
  /** FileHash by destination and file id, as far as it was requested: it never changes. */
  const hashes = new Map<string, string>();

  /** As much of a list as is worth reading for a content of this size. */
  async function listOf(
    destination: Destination,
    sizeBytes: number,
    signal: AbortSignal,
  ): Promise<Result<ListCopy, ServiceFault>> {
    const key = destinationKey(destination);
    const wanted = Math.min(MOST_LISTED, Math.max(FEWEST_LISTED, sizeBytes / LISTED_FILE_BYTES));
    for (;;) {
      const copy = copies.get(key);
      const isFresh = copy !== undefined && clock.monotonicMs() - copy.atMs < LIST_SERVES_MS;
      if (isFresh && (copy.isWhole || copy.files >= wanted)) return ok(copy);
      const running = reading.get(key) ?? read(key, destination, wanted, signal);
      reading.set(key, running);
      const fault = await running;
      if (fault !== null) return fail(fault);
    }
  }

  /** Keeps a copy, or returns the fault. A list that this account may not read is empty. */
  async function read(
    key: string,
    destination: Destination,
    wanted: number,
    signal: AbortSignal,
  ): Promise<ServiceFault | null> {
    try {
      let count = 0;
      const isEnough = () => (count += 1) >= wanted;
      const seen = await listProjectFiles(ports, destination, isEnough, signal);
      if (!seen.ok && concernsEverything(seen.fault)) return seen.fault;
      const files = seen.ok ? seen.value.files : [];
      const isWhole = files.length < wanted;
      copies.set(key, {
        atMs: clock.monotonicMs(),
        isWhole,
        files: files.length,
        ...indexed(files),
      });
      return null;
    } finally {
      reading.delete(key);
    }
  }

  /** A file whose metadata document is kept here, if a list still shows it. */
  async function inDocuments(
    content: Content,
    digestOf: DigestOf,
    signal: AbortSignal,
  ): Promise<Found> {
    // The ledger's own files are found by their content before anything is asked.
    if (!state.expectedFiles.hasForeignDocuments()) return ok(null);
    const digests = await digestOf('sha256');
    for (const document of state.metadataDocuments.withHash(Object.values(digests))) {
      const { projectId, visibility, fileId } = document;
      if (state.records.at(projectId, visibility, fileId) !== null) continue; // the ledger was asked before
      const list = await listOf(document, content.sizeBytes, signal);
      if (!list.ok) return list;
      const name = list.value.names.get(fileId);
      if (name !== undefined) return ok({ name, projectId });
    }
    return ok(null);
  }

  /** A file of the same name in the project, if its FileHash is equal. */
  async function inLists(
    content: Content,
    { name, projectId }: FoundFile,
    digestOf: DigestOf,
    signal: AbortSignal,
  ): Promise<Found> {
    const algorithm = quirks.hashMethod()?.algorithm;
    if (algorithm === undefined) return ok(null);
    if (projectStanding(projectId, state.changes) !== 'there') return ok(null);
    for (const visibility of VISIBILITIES) {
      const destination = { projectId, visibility };
      const list = await listOf(destination, content.sizeBytes, signal);
      if (!list.ok) return list;
      const namesakes = (list.value.idsByName.get(name) ?? []).filter(
        (fileId) => state.records.at(projectId, visibility, fileId) === null,
      );
      for (const fileId of namesakes.slice(0, MOST_HASHES)) {
        const hash = await hashOf(destination, fileId, signal);
        if (!hash.ok) return hash;
        if (hash.value === null) continue;
        if (isEqual(hash.value, await digestOf(algorithm))) return ok({ name, projectId });
      }
    }
    return ok(null);
  }

  async function hashOf(
    destination: Destination,
    fileId: string,
    signal: AbortSignal,
  ): Promise<Result<string | null, ServiceFault>> {
    const key = `${destinationKey(destination)} ${fileId}`;
    const known = hashes.get(key);
    if (known !== undefined) return ok(known);
    const asked = await remote.fileHash(destination, fileId, signal);
    if (!asked.ok) return concernsEverything(asked.fault) ? asked : ok(null);
    if (asked.value !== null) hashes.set(key, asked.value);
    return asked;
  }

  return {
    async find(content, source, projectId, signal) {
      const digestOf = makeDigestOf(content, source, ports.digests, signal);
      const documented = await inDocuments(content, digestOf, signal);
      const found =
        documented.ok && documented.value === null
          ? await inLists(content, { name: source.name, projectId }, digestOf, signal)
          : documented;
      signal.throwIfAborted();
      if (!found.ok) return { kind: 'fault', fault: found.fault };
      if (found.value === null) return null;
      const { name, projectId: placeId } = found.value;
      const project = state.projects.get(placeId)?.project.name ?? placeId;
      return { kind: 'answered', exists: true, fileName: name, project };
    },
  };
}

function indexed(files: readonly RemoteFile[]): Pick<ListCopy, 'names' | 'idsByName'> {
  const names = new Map<string, string>();
  const idsByName = new Map<string, string[]>();
  for (const file of files) {
    if (!isLive(file)) continue;
    const { fileId, name } = file;
    names.set(fileId, name);
    const ids = idsByName.get(name);
    if (ids === undefined) idsByName.set(name, [fileId]);
    else ids.push(fileId);
  }
  return { names, idsByName };
}

/** Proven, or on its way to the chain: an unknown status is never evidence. */
function isLive({ status }: RemoteFile): boolean {
  const shown = stateOfWord(status);
  return shown === 'notarized' || shown === 'recording';
}

function isEqual(fileHash: string, digests: Digests): boolean {
  return equalReading(readFileHash(fileHash), digests) !== null;
}

/**
 * The file is read only when a digest is missing, and once for it. What cannot be read, or is another version by now,
 * gives no more digests: sending it ends before its last bytes.
 */
function makeDigestOf(
  content: Content,
  source: SourceVersion,
  digests: ContentDigests,
  signal: AbortSignal,
): DigestOf {
  let made = keptDigests(content);
  const asked = new Set<DigestAlgorithm>();
  return async (algorithm) => {
    if (made[algorithm] === undefined && !asked.has(algorithm)) {
      asked.add(algorithm);
      made = { ...made, ...(await digests.of(source, [algorithm], signal)) };
    }
    return made;
  };
}
