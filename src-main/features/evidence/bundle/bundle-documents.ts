/** Puts the service's documents about a record into a bundle, once for each record however many files show it. */
import type { EvidenceDocument } from '../../../../src-shared/model/proofs/evidence.ts';
import type { BagFolder } from './bag-folder.ts';
import { makeBagNames } from './bag-names.ts';
import { recordKey, type Documents, type Part, type RecordedFile } from './bundle-facts.ts';

export type FetchedCertificate =
  | { readonly kind: 'had'; readonly pdf: Uint8Array; readonly json: Uint8Array }
  | { readonly kind: 'none-yet' }
  | { readonly kind: 'not-had' };
export type FetchedMetadata =
  | { readonly kind: 'had'; readonly json: Uint8Array }
  | { readonly kind: 'none-yet' }
  | { readonly kind: 'not-had' };

export interface FetchedDocuments {
  readonly certificate: FetchedCertificate;
  readonly metadata: FetchedMetadata;
}

/** From this computer, else from the service when it answers. Rejects with `signal.reason` on abort. */
export type FetchDocuments = (
  record: RecordedFile,
  signal: AbortSignal,
) => Promise<FetchedDocuments>;

export interface DocumentPlaces {
  of(record: RecordedFile, signal: AbortSignal): Promise<Documents>;
}

export function makeDocumentPlaces(bag: BagFolder, fetch: FetchDocuments): DocumentPlaces {
  const certificates = makeBagNames('certificates');
  const metadata = makeBagNames('metadata');
  const placed = new Map<string, Documents>();

  async function placeAll(record: RecordedFile, signal: AbortSignal): Promise<Documents> {
    const fetched = await fetch(record, signal);
    let certificatePdf: Part | null = null;
    let certificateJson: Part | null = null;
    let metadataJson: Part | null = null;
    if (fetched.certificate.kind === 'had') {
      // One asking for a name serves both forms, so that they stay together.
      const base = certificates.place(record.name);
      certificatePdf = await bag.write(`${base}.pdf`, fetched.certificate.pdf);
      certificateJson = await bag.write(`${base}.json`, fetched.certificate.json);
    }
    if (fetched.metadata.kind === 'had') {
      const path = `${metadata.place(record.name)}.json`;
      metadataJson = await bag.write(path, fetched.metadata.json);
    }
    return {
      certificate: documentOf(fetched.certificate.kind, certificatePdf),
      metadata: documentOf(fetched.metadata.kind, metadataJson),
      certificatePdf,
      certificateJson,
      metadataJson,
    };
  }

  return {
    async of(record, signal) {
      const key = recordKey(record);
      const known = placed.get(key) ?? (await placeAll(record, signal));
      placed.set(key, known);
      return known;
    },
  };
}

function documentOf(kind: 'had' | 'none-yet' | 'not-had', part: Part | null): EvidenceDocument {
  if (part !== null) return { kind: 'included', path: part.path };
  return { kind: kind === 'none-yet' ? 'none-yet' : 'not-had' };
}
