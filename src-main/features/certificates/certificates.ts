/**
 * Certificates that a person requests: for files of this computer, and for those that only the service has. They are
 * saved when first fetched. Only a valid certificate is ever returned as one.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CertificateForm } from '../../../src-shared/bridge/certificate-calls.ts';
import type { CertificateFault, CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { assertNever, fail, ok, type Result } from '../../../src-shared/model/result.ts';
import {
  type CertificateCache,
  type CertificateOutcome,
  type KeptCertificate,
  makeCertificateCache,
} from './certificate-cache.ts';
import { recordedIn } from './date-records.ts';
import type { State } from '../../db/state.ts';
import { pdfActions } from '../verify/pdf-actions.ts';
import type { PdfAction } from '../../../src-shared/model/proofs/pdf-actions.ts';
import { stateOfStatus } from '../../pipeline/common/list-project-files.ts';
import type { Files } from '../files/files.ts';
import type { PlatformFiles } from '../projects/platform-files.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { MetadataDocuments } from './metadata-documents.ts';
import type { PrivateFiles } from '../../platform/disk/private-files.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import { keptDigests } from '../../../src-shared/model/proofs/file-hash.ts';
import type { CertificateKeeper, DocumentKeeper } from '../../pipeline/common/ports.ts';

export interface CertificateParts {
  readonly cache: CertificateCache;
  readonly state: State;
  readonly files: Pick<Files, 'find' | 'savedCertificate'>;
  readonly platformFiles: Pick<PlatformFiles, 'lookUp'>;
}

/** Absolute paths, and what the PDF holds besides pages. */
export interface SavedCertificate {
  readonly pdfPath: string;
  readonly jsonPath: string;
  readonly pdfActions: readonly PdfAction[];
}

type Got = Promise<Result<SavedCertificate, CoreFault>>;

export function makeCertificates({ cache, state, files, platformFiles }: CertificateParts) {
  /** For files that this computer never had: they have no row to store it in. */
  const listed = new Map<string, SavedCertificate>();

  /** By row number, path, or the service's id of a version. */
  async function get(asked: string, signal: AbortSignal): Got {
    // A version that no file shows any more, because the file was edited since, can be found by its id.
    const file = state.records.withFileId(asked) === null ? files.find(asked) : null;
    const record = state.records.withFileId(file?.fileId ?? asked);
    if (record === null) {
      if (file === null) return fail({ kind: 'unknown-file', asked });
      return fail({
        kind: 'no-certificate-yet',
        state: file.state,
        isApproved: file.isApproved,
      });
    }
    const kept = await read(await cache.get(certifiedFile(record, state), signal), record.status);
    if (kept.ok) {
      const { pdfPath, jsonPath } = kept.value;
      const names = [path.basename(pdfPath), path.basename(jsonPath)] as const;
      const recordedAtMs = recordedIn(await cache.keptJson(record.fileId), record, state);
      state.records.setCertificate(record.id, ...names, recordedAtMs);
    }
    return kept;
  }

  return {
    get,

    /** For a file that the service lists in a project, whether this computer has it or not. */
    async getListed(projectId: string, fileId: string, signal: AbortSignal): Got {
      if (state.records.withFileId(fileId) !== null) return get(fileId, signal);
      const found = await platformFiles.lookUp(projectId, fileId, signal);
      if (!found.ok) return found;
      const { visibility, status, hash } = found.value;
      const fingerprints = hash === null ? [] : [hash];
      const certified = { projectId, fileId, visibility, fingerprints };
      const kept = await read(await cache.get(certified, signal), status);
      if (kept.ok) listed.set(fileId, kept.value);
      return kept;
    },

    /** Of recorded files, how many are still to come. */
    awaited: (): number => state.records.countAwaitedCertificates(),

    /** Of recorded files, those that the service does not give, and why. */
    missing: () => state.records.missingCertificates(),

    /** Absolute path of the saved certificate; null if there is none. Fetches nothing. */
    saved(form: CertificateForm, asked: string): string | null {
      const own = files.savedCertificate(form, asked);
      const other = listed.get(asked);
      return own ?? (form === 'pdf' ? other?.pdfPath : other?.jsonPath) ?? null;
    },
  };
}
export type Certificates = ReturnType<typeof makeCertificates>;

/** `status`: the status that the service reports for the file. */
async function read(outcome: CertificateOutcome, status: string): Got {
  if (outcome.kind !== 'kept') return fail(faultOf(outcome, status));
  const { pdfPath, jsonPath } = outcome;
  return ok({ pdfPath, jsonPath, pdfActions: pdfActions(await readFile(pdfPath)) });
}

function faultOf(
  outcome: Exclude<CertificateOutcome, KeptCertificate>,
  status: string,
): CertificateFault {
  switch (outcome.kind) {
    case 'not-yet':
      return { kind: 'no-certificate-yet', state: stateOfStatus(status) };
    case 'not-a-certificate':
      return outcome;
    case 'fault':
      return outcome.fault;
    default:
      return assertNever(outcome);
  }
}

/** Binds the certificate cache to the service and to the pipeline's needs. */
export function bindCertificateCache(
  folder: string,
  client: ServiceClient,
  state: State,
  files?: PrivateFiles,
): CertificateCache {
  return makeCertificateCache({
    folder,
    files,
    fetch({ projectId, fileId, visibility }, form, signal) {
      const name = visibility === 'public' ? 'getPublicCertificate' : 'getPrivateCertificate';
      return client.certificate(name, { projectId, fileId }, form === 'json', signal);
    },
    namesAnother: (text, file) => text !== file.fileId && state.records.withFileId(text) !== null,
  });
}

/** Saves the document that names the fingerprint with the certificate. The certificate is saved even without it. */
export function bindCertificateKeeper(
  cache: CertificateCache,
  documents: Pick<MetadataDocuments, 'get'>,
  state: State,
): CertificateKeeper {
  return {
    async keep(record, signal) {
      const kept = await cache.get(certifiedFile(record, state), signal);
      if (kept.kind !== 'kept') return { kind: 'missing', fault: faultOf(kept, record.status) };
      const document = await documents.get(record, signal);
      const alongside = document.kind === 'fault' ? document.fault : null;
      const [pdf, json] = [path.basename(kept.pdfPath), path.basename(kept.jsonPath)];
      const recordedAtMs = recordedIn(await cache.keptJson(record.fileId), record, state);
      return { kind: 'kept', pdf, json, recordedAtMs, alongside };
    },
  };
}

export function bindDocumentKeeper(documents: Pick<MetadataDocuments, 'get'>): DocumentKeeper {
  return {
    async keep(record, signal) {
      const outcome = await documents.get(record, signal);
      if (outcome.kind === 'fault') return outcome;
      return { kind: outcome.kind === 'kept' ? 'kept' : 'none' };
    },
  };
}

function certifiedFile(record: LedgerRecord, state: State) {
  const fingerprints = Object.values(keptDigests(state.contents.get(record.contentId)));
  const { projectId, fileId, visibility } = record;
  return { projectId, fileId, visibility, fingerprints };
}
