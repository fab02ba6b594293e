/** Binds the certificate cache to the service and to what sync asks for. */
import path from 'node:path';
import type { ServiceClient } from '../../service/service-client.ts';
import { makeCertificateCache, type CertificateCache } from './certificate-cache.ts';
import type { MetadataDocuments } from './metadata-documents.ts';
import type { PrivateFiles } from '../../platform/private-files.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { CertificateKeeper, DocumentKeeper } from '../../pipeline/common/ports.ts';

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

/** With the certificate comes the document that names the fingerprint; without it the certificate is kept all the same. */
export function bindCertificateKeeper(
  cache: CertificateCache,
  documents: Pick<MetadataDocuments, 'get'>,
  state: State,
): CertificateKeeper {
  return {
    async keep(record, _sha256, signal) {
      const kept = await cache.get(certifiedFile(record, state), signal);
      if (kept.kind !== 'kept') return kept;
      const document = await documents.get(record, signal);
      const alongside = document.kind === 'fault' ? document.fault : null;
      const [pdf, json] = [path.basename(kept.pdfPath), path.basename(kept.jsonPath)];
      return { kind: 'kept', pdf, json, alongside };
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

export function certifiedFile(record: LedgerRecord, state: State) {
  const { sha256, blake3 } = state.contents.get(record.contentId);
  const { projectId, fileId, visibility } = record;
  return { projectId, fileId, visibility, fingerprints: [sha256, blake3] };
}
