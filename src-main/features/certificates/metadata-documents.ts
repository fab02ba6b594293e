/**
 * The service's metadata documents, kept byte for byte: what a file is held against when there is no network. Nothing
 * that was no document of the file is ever kept under its name, and a copy that was damaged does not count.
 */
import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { isObject } from '../../../src-shared/service/reading.ts';
import { readFileHash } from '../../digests/file-hash.ts';
import type { Clock } from '../../platform/clock.ts';
import type {
  RecordAddress,
  MetadataDocumentRepository,
} from '../../db/proofs/record-repository.ts';
import { jsonProblem, type NotACertificate } from '../verify/certificate-check.ts';

export interface MetadataDocument {
  /** As they came. */
  readonly bytes: Uint8Array;
  /** As the service wrote it; null: it names none. */
  readonly fileHash: string | null;
  readonly fetchedAtMs: number;
}

export type DocumentOutcome =
  | { readonly kind: 'kept'; readonly document: MetadataDocument }
  /** The service has none: the file is not recorded. */
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'fault'; readonly fault: ServiceFault }
  /** Something came that must not be kept as this file's. */
  | {
      readonly kind: 'not-a-document';
      readonly what: Exclude<NotACertificate, 'not-a-pdf' | 'cut-pdf'>;
    };

export interface MetadataDocumentParts {
  readonly store: Pick<MetadataDocumentRepository, 'at' | 'keep' | 'drop'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly fetch: (
    address: RecordAddress,
    signal: AbortSignal,
  ) => Promise<Result<Uint8Array, ServiceFault>>;
  /** Digests of the file's content that are known here, in hex. */
  readonly fingerprintsOf: (address: RecordAddress) => readonly string[];
  /** Whether a text is the id of another file, or a digest of another content, as far as the ledger knows. */
  readonly namesAnother: (text: string, address: RecordAddress) => boolean;
}

export interface MetadataDocuments {
  /** What is kept undamaged; null otherwise. Needs no network. */
  kept(address: RecordAddress): MetadataDocument | null;
  /** What is kept, else from the service. Rejects with `signal.reason` on abort. */
  get(address: RecordAddress, signal: AbortSignal): Promise<DocumentOutcome>;
  /** From the service; what is kept stays when that fails. */
  fetchAgain(address: RecordAddress, signal: AbortSignal): Promise<DocumentOutcome>;
}

export function makeMetadataDocuments(parts: MetadataDocumentParts): MetadataDocuments {
  const { store, clock, fetch, fingerprintsOf, namesAnother } = parts;

  function kept(address: RecordAddress): MetadataDocument | null {
    const stored = store.at(address);
    if (stored === null) return null;
    const { body: bytes, sha256, fileHash, fetchedAtMs } = stored;
    if (sha256Of(bytes) === sha256) return { bytes, fileHash, fetchedAtMs };
    store.drop(address); // whoever looks for what is missing finds it
    return null;
  }

  async function fetchAgain(address: RecordAddress, signal: AbortSignal): Promise<DocumentOutcome> {
    const fetched = await fetch(address, signal);
    if (!fetched.ok) {
      const { fault } = fetched;
      return fault.kind === 'not-found' ? { kind: 'not-yet' } : { kind: 'fault', fault };
    }
    const bytes = fetched.value;
    const read = readDocument(bytes, address);
    if (!read.ok) return { kind: 'not-a-document', what: read.fault };
    const fileHash = read.value;
    const fetchedAtMs = clock.nowMs();
    store.keep({
      projectId: address.projectId,
      visibility: address.visibility,
      fileId: address.fileId,
      body: Buffer.from(bytes),
      sha256: sha256Of(bytes),
      fileHash,
      fileHashHex: fileHash === null ? null : (readFileHash(fileHash)[0]?.digestHex ?? null),
      fetchedAtMs,
    });
    return { kind: 'kept', document: { bytes, fileHash, fetchedAtMs } };
  }

  /** The FileHash in it. */
  function readDocument(bytes: Uint8Array, address: RecordAddress) {
    const names = {
      fileId: address.fileId,
      fingerprints: fingerprintsOf(address),
      namesAnother: (text: string) => namesAnother(text, address),
    };
    const what = jsonProblem(bytes, names);
    // Those two are about PDFs, and cannot come.
    if (what !== null) return fail(what === 'not-a-pdf' || what === 'cut-pdf' ? 'not-json' : what);
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const hash = isObject(value) && 'FileHash' in value ? value.FileHash : null;
    return ok(typeof hash === 'string' && hash.trim() !== '' ? hash : null);
  }

  return {
    kept,
    fetchAgain,
    async get(address, signal) {
      const document = kept(address);
      return document === null ? fetchAgain(address, signal) : { kind: 'kept', document };
    },
  };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
