/**
 * The list of checks made while a bundle was created, for programs and for people who want details: each chosen file,
 * its copy, what the service reports, and the result of the comparison. The check of a bundle reads it back.
 */
import { type EvidenceDocument, isWhole } from '../../../../src-shared/model/proofs/evidence.ts';
import { methodText } from '../../../../src-shared/model/proofs/file-hash.ts';
import { recordKey } from '../../../../src-shared/model/proofs/verdict.ts';
import { printableJson } from '../../../../src-shared/model/text/printable.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import {
  type Bundle,
  type BundledFile,
  type Documents,
  type Part,
  type RecordedFile,
  proofsOf,
} from './bundle-facts.ts';
import { pdfActions } from '../../verify/pdf-actions.ts';
import { readCertificate } from '../../../../src-shared/model/proofs/read-certificate.ts';
import type { BagFolder } from './bag-folder.ts';
import { makeBagNames } from './bag-names.ts';
import { CHECKS_FORMAT, CHECKS_VERSION } from '../../../../src-shared/evidence/read-bag.ts';

export function checksDocument(bundle: Bundle): string {
  const { bundled, unproven, madeAtMs, service, method, software, leftOutByRules } = bundle;
  const document = {
    format: CHECKS_FORMAT,
    version: CHECKS_VERSION,
    explanation:
      'Each file was read once while this bundle was made and compared with the fingerprint that the service keeps of it. ' +
      'verdict: match, mismatch or unsure (it cannot be told yet, for the reason in doubt); null when there was no copy to read. ' +
      'Paths are relative to this file.',
    checkedAt: isoFromMs(madeAtMs),
    service,
    fingerprintMethodOfService: method === null ? null : methodText(method),
    software,
    files: bundled.map(described),
    withoutRecord: unproven.map(({ name, why }) => ({ name, why })),
    leftOutByRulesOfTheirFolder: leftOutByRules,
  };
  return `${printableJson(document, 2)}\n`;
}

function described(file: BundledFile) {
  const { chosen, content, read, evaluation, part, documents } = file;
  const { record } = chosen;
  return {
    name: chosen.name,
    original: chosen.original,
    isComplete: isWhole(proofsOf(file)),
    content: { state: content.kind, path: part?.path ?? null },
    copy:
      read === null
        ? null
        : {
            sizeBytes: read.sizeBytes,
            modifiedAt: isoFromMs(read.modifiedAtMs),
            ...read.digests,
          },
    verdict: evaluation?.verdict ?? null,
    comparedWith: evaluation?.written ?? null,
    comparedAs:
      evaluation === null || evaluation.method === null ? null : methodText(evaluation.method),
    doubt: evaluation?.doubt ?? null,
    contradictedBy: file.contradictedBy,
    isWhatThisComputerSent: evaluation?.isAsSent ?? null,
    record: {
      fileId: record.fileId,
      projectId: record.projectId,
      visibility: record.visibility,
      name: record.name,
      status: record.status,
      type: record.fileType,
      labels: record.labels,
      owner: record.ownerName,
      uploadedAt: isoFromMs(record.uploadedAtMs),
      notarizedAt: isoFromMs(record.notarizedAtMs),
      isDateRecorded: record.isDateRecorded === true,
      contentAsSent: record.content,
    },
    certificate: {
      state: documents.certificate.kind,
      pdf: documents.certificatePdf?.path ?? null,
      pdfActions: documents.pdfActions,
      json: documents.certificateJson?.path ?? null,
    },
    metadata: {
      state: documents.metadata.kind,
      path: documents.metadataJson?.path ?? null,
    },
  };
}

type Fetched<Document> =
  | (Document & { readonly kind: 'had' })
  | { readonly kind: 'none-yet' | 'not-had' };
export type FetchedCertificate = Fetched<{ readonly pdf: Uint8Array; readonly json: Uint8Array }>;
export type FetchedMetadata = Fetched<{ readonly json: Uint8Array }>;

/** From this computer, else from the service when it answers. Rejects with `signal.reason` on abort. */
export type FetchDocuments = (
  record: RecordedFile,
  signal: AbortSignal,
) => Promise<{ readonly certificate: FetchedCertificate; readonly metadata: FetchedMetadata }>;

/** Puts the service's documents about a record into a bundle, once per record however many files show it. */
export function makeDocumentPlaces(bag: BagFolder, fetch: FetchDocuments) {
  const certificates = makeBagNames('certificates');
  const metadata = makeBagNames('metadata');
  const placed = new Map<string, Documents>();

  /** One reserved name serves both forms, so that they stay together. */
  async function placeCertificate(
    name: string,
    { pdf, json }: { pdf: Uint8Array; json: Uint8Array },
  ) {
    const base = certificates.place(name);
    return {
      reading: readCertificate(new TextDecoder().decode(json)),
      certificatePdf: await bag.write(`${base}.pdf`, pdf),
      pdfActions: pdfActions(pdf),
      certificateJson: await bag.write(`${base}.json`, json),
    };
  }

  async function placeAll(record: RecordedFile, signal: AbortSignal): Promise<Documents> {
    const { certificate, metadata: document } = await fetch(record, signal);
    const placedForms =
      certificate.kind === 'had'
        ? await placeCertificate(record.name, certificate)
        : NO_CERTIFICATE;
    const metadataJson =
      document.kind === 'had'
        ? await bag.write(`${metadata.place(record.name)}.json`, document.json)
        : null;
    return {
      ...placedForms,
      certificate: documentOf(certificate.kind, placedForms.certificatePdf),
      metadata: documentOf(document.kind, metadataJson),
      metadataJson,
    };
  }

  return {
    async of(record: RecordedFile, signal: AbortSignal): Promise<Documents> {
      const key = recordKey(record);
      const known = placed.get(key) ?? (await placeAll(record, signal));
      placed.set(key, known);
      return known;
    },
  };
}

const NO_CERTIFICATE = {
  reading: null,
  certificatePdf: null,
  pdfActions: [],
  certificateJson: null,
};

function documentOf(kind: 'had' | 'none-yet' | 'not-had', part: Part | null): EvidenceDocument {
  if (part !== null) return { kind: 'included', path: part.path };
  return { kind: kind === 'none-yet' ? kind : 'not-had' };
}
