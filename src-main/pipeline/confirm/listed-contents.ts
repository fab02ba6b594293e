/**
 * Finds out, without uploading a content, that the platform has it: from metadata documents kept on this computer and
 * from the lists of the file's project. Only an equal digest of a file that a list shows as live counts; that nothing
 * was found says nothing, as other projects are not visible from here.
 */
import { ok, type Result } from '../../../src-shared/model/result.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { VISIBILITIES } from '../../../src-shared/model/money/price.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { Content } from '../../db/files/content-repository.ts';
import { equalReading, readFileHash } from '../../digests/file-hash.ts';
import { concernsEverything } from '../common/circuit-breaker.ts';
import { destinationKey } from '../common/destination-key.ts';
import type { Destination, ListedContents, RemoteFile } from '../common/ports.ts';
import { projectStanding } from '../common/project-access.ts';
import { listProjectFiles, type ListPorts } from './list-project-files.ts';

/** A list serves the checks of so long: thousands of new files must not read it thousands of times. */
const LIST_SERVES_MS = 10 * MINUTE_MS;
const MOST_HASHES = 20; // requests for one content; where so many files share a name, the content itself is asked about

interface KnownList {
  readonly byId: ReadonlyMap<string, RemoteFile>;
  readonly byName: ReadonlyMap<string, readonly RemoteFile[]>;
}

type Found = Result<(RemoteFile & Pick<Destination, 'projectId'>) | null, ServiceFault>;

export function makeListedContents(ports: ListPorts): ListedContents {
  const { state, clock, remote, quirks } = ports;
  const lists = new Map<string, { readonly atMs: number; readonly list: KnownList }>();
  const reading = new Map<string, Promise<Result<KnownList, ServiceFault>>>();
  /** FileHash by destination and file id, as far as it was requested: it never changes. */
  const hashes = new Map<string, string>();

  /** The files of a destination that are live; none where this account may not read them. */
  async function listOf(
    destination: Destination,
    signal: AbortSignal,
  ): Promise<Result<KnownList, ServiceFault>> {
    const key = destinationKey(destination);
    const known = lists.get(key);
    if (known !== undefined && clock.monotonicMs() - known.atMs < LIST_SERVES_MS) {
      return ok(known.list);
    }
    const running = reading.get(key) ?? read(key, destination, signal);
    reading.set(key, running);
    return running;
  }

  async function read(
    key: string,
    destination: Destination,
    signal: AbortSignal,
  ): Promise<Result<KnownList, ServiceFault>> {
    try {
      const seen = await listProjectFiles(ports, destination, () => false, signal);
      if (!seen.ok && concernsEverything(seen.fault)) return seen;
      const list = indexed(seen.ok ? seen.value.files.filter(isLive) : []);
      lists.set(key, { atMs: clock.monotonicMs(), list });
      return ok(list);
    } finally {
      reading.delete(key);
    }
  }

  /** A file whose metadata document is kept here, if a list still shows it. */
  async function inDocuments(content: Content, signal: AbortSignal): Promise<Found> {
    const digests = [content.sha256, content.blake3];
    for (const document of state.metadataDocuments.withHash(digests)) {
      const { projectId, visibility, fileId } = document;
      if (state.records.at(projectId, visibility, fileId) !== null) continue; // the ledger was asked before
      const list = await listOf(document, signal);
      if (!list.ok) return list;
      const file = list.value.byId.get(fileId);
      if (file !== undefined) return ok({ ...file, projectId });
    }
    return ok(null);
  }

  /** A file of the same name in the project, if its FileHash is equal. */
  async function inLists(
    content: Content,
    { name, projectId }: { readonly name: string; readonly projectId: string },
    signal: AbortSignal,
  ): Promise<Found> {
    const algorithm = quirks.hashMethod()?.algorithm;
    if (algorithm !== 'sha256' && algorithm !== 'blake3') return ok(null); // any other means reading the file again
    if (projectStanding(projectId, state.changes) !== 'there') return ok(null);
    for (const visibility of VISIBILITIES) {
      const destination = { projectId, visibility };
      const list = await listOf(destination, signal);
      if (!list.ok) return list;
      const namesakes = (list.value.byName.get(name) ?? []).filter(
        ({ fileId }) => state.records.at(projectId, visibility, fileId) === null,
      );
      for (const file of namesakes.slice(0, MOST_HASHES)) {
        const hash = await hashOf(destination, file.fileId, signal);
        if (!hash.ok) return hash;
        if (hash.value !== null && isEqual(hash.value, content)) return ok({ ...file, projectId });
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
    async find(content, file, signal) {
      const documented = await inDocuments(content, signal);
      const found =
        documented.ok && documented.value === null
          ? await inLists(content, file, signal)
          : documented;
      signal.throwIfAborted();
      if (!found.ok) return { kind: 'fault', fault: found.fault };
      if (found.value === null) return null;
      const { name, projectId } = found.value;
      const project = state.projects.get(projectId)?.project.name ?? projectId;
      return { kind: 'answered', exists: true, fileName: name, project };
    },
  };
}

function indexed(files: readonly RemoteFile[]): KnownList {
  return {
    byId: new Map(files.map((file) => [file.fileId, file])),
    byName: Map.groupBy(files, ({ name }) => name),
  };
}

/** Proven, or on its way to the chain: an unknown status is never evidence. */
function isLive({ status }: RemoteFile): boolean {
  const shown = stateOfWord(status);
  return shown === 'notarized' || shown === 'recording';
}

function isEqual(fileHash: string, { sha256, blake3 }: Content): boolean {
  return equalReading(readFileHash(fileHash), { sha256, blake3 }) !== null;
}
