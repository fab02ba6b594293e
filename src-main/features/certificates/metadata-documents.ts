/**
 * The service's metadata documents, saved byte for byte, so that a file can be verified without a network. Only a
 * document of the file is ever saved under its name, and a damaged copy does not count.
 */
import { hash } from 'node:crypto';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { isObject } from '../../../src-shared/service/reading.ts';
import { readFileHash } from '../../../src-shared/model/proofs/file-hash.ts';
import type { Clock } from '../../platform/clock.ts';
import type {
  MetadataDocumentRepository,
  StoredDocument,
} from '../../db/proofs/record-repository.ts';
import type { NotACertificate } from '../../../src-shared/model/proofs/not-a-certificate.ts';
import { jsonProblem } from '../verify/certificate-check.ts';
import type { RecordAddress } from '../../../src-shared/model/proofs/verdict.ts';

export interface MetadataDocument {
  /** As received. */
  readonly bytes: Uint8Array;
  /** As the service wrote it; null: it has none. */
  readonly fileHash: string | null;
  readonly fetchedAtMs: number;
}

export type DocumentOutcome =
  | { readonly kind: 'kept'; readonly document: MetadataDocument }
  /** The service has none: the file is not recorded. */
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'fault'; readonly fault: ServiceFault }
  /** The answer must not be saved for this file. */
  | {
      readonly kind: 'not-a-document';
      readonly what: Exclude<NotACertificate, 'not-a-pdf' | 'cut-pdf'>;
    };

export interface MetadataDocumentParts {
  readonly store: Pick<MetadataDocumentRepository, 'at' | 'drop'> & {
    /** May take its time; the document counts as kept afterwards. */
    readonly keep: (document: StoredDocument) => Promise<void> | void;
  };
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly fetch: (
    address: RecordAddress,
    signal: AbortSignal,
  ) => Promise<Result<Uint8Array, ServiceFault>>;
  /** Digests of the file's content that are known here, in hex. */
  readonly fingerprintsOf: (address: RecordAddress) => readonly string[];
  /** Whether a text is the id of another file, or a digest of another content, according to the ledger. */
  readonly namesAnother: (text: string, address: RecordAddress) => boolean;
}

export type MetadataDocuments = ReturnType<typeof makeMetadataDocuments>;

export function makeMetadataDocuments(parts: MetadataDocumentParts) {
  const { store, clock, fetch, fingerprintsOf, namesAnother } = parts;

  /** The saved document if it is undamaged; null otherwise. Needs no network. */
  function kept(address: RecordAddress): MetadataDocument | null {
    const stored = store.at(address);
    if (stored === null) return null;
    const { body: bytes, sha256, fileHash, fetchedAtMs } = stored;
    if (hash('sha256', bytes) === sha256) return { bytes, fileHash, fetchedAtMs };
    store.drop(address); // so that the search for missing documents finds it
    return null;
  }

  /** From the service; the saved document stays if that fails. */
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
    await store.keep({
      projectId: address.projectId,
      visibility: address.visibility,
      fileId: address.fileId,
      body: Buffer.from(bytes),
      sha256: hash('sha256', bytes),
      fileHash,
      fileHashHex: fileHash === null ? null : (readFileHash(fileHash)[0]?.digestHex ?? null),
      fetchedAtMs,
    });
    return { kind: 'kept', document: { bytes, fileHash, fetchedAtMs } };
  }

  /** The document's FileHash. */
  function readDocument(bytes: Uint8Array, address: RecordAddress) {
    const names = {
      fileId: address.fileId,
      fingerprints: fingerprintsOf(address),
      namesAnother: (text: string) => namesAnother(text, address),
    };
    const what = jsonProblem(bytes, names);
    // Those two concern PDFs and cannot occur.
    if (what !== null) return fail(what === 'not-a-pdf' || what === 'cut-pdf' ? 'not-json' : what);
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const written = isObject(value) && 'FileHash' in value ? value.FileHash : null;
    return ok(typeof written === 'string' && written.trim() !== '' ? written : null);
  }

  return {
    kept,
    fetchAgain,
    /** The saved document, else from the service. Rejects with `signal.reason` on abort. */
    async get(address: RecordAddress, signal: AbortSignal): Promise<DocumentOutcome> {
      const document = kept(address);
      return document === null ? fetchAgain(address, signal) : { kind: 'kept', document };
    },
  };
}
