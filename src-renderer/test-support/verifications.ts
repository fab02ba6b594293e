import {
  NO_AUDIT_TOTALS,
  type AuditRow,
  type AuditRun,
} from '../../src-shared/model/proofs/audit.ts';
/** Valid verifications and audits; a test overrides what it is about. */
import type { ProofView } from '../../src-shared/model/proofs/proof.ts';
import type {
  Comparison,
  RecordFacts,
  Verification,
} from '../../src-shared/model/proofs/verdict.ts';

export const SHA256 = '07be5d108e33c0f4'.repeat(4);
const NOTARIZED_AT_MS = Date.UTC(2026, 10, 20, 9, 44);

export function recordFacts(over: Partial<RecordFacts> = {}): RecordFacts {
  return {
    fileId: 'remote-1',
    projectId: 'p1',
    projectName: 'Tides',
    visibility: 'public',
    name: 'run.raw',
    status: 'Available',
    notarizedAtMs: NOTARIZED_AT_MS,
    isDateRecorded: true,
    uploadedAtMs: null,
    sizeBytes: 5,
    isCertificateSaved: true,
    ...over,
  };
}

export function comparisonOf(over: Partial<Comparison> = {}): Comparison {
  return {
    source: 'metadata',
    written: SHA256,
    method: { algorithm: 'sha256', encoding: 'hex' },
    fileHex: SHA256,
    recordHex: SHA256,
    ...over,
  };
}

/** A match. */
export function verification(over: Partial<Verification> = {}): Verification {
  return {
    id: 'v1',
    checkedAtMs: Date.UTC(2026, 10, 21, 14, 7),
    against: 'record',
    asked: { name: 'copy.raw', path: null },
    file: {
      name: 'copy.raw',
      path: null,
      sizeBytes: 5,
      modifiedAtMs: null,
      digests: { sha256: SHA256, blake3: 'b'.repeat(64) },
    },
    verdict: { kind: 'match', record: recordFacts(), comparison: comparisonOf() },
    decidedBy: 'metadata',
    confirmation: { kind: 'confirmed', by: 'record', record: recordFacts() },
    serviceAnswer: null,
    method: { algorithm: 'sha256', encoding: 'hex' },
    isAsUploaded: true,
    service: 'https://notary.example.org',
    ...over,
  };
}

/** One that was through, with one proven file. */
export function auditRun(over: Partial<AuditRun> = {}): AuditRun {
  return {
    id: '4',
    root: '/data/ms2',
    folderId: '1',
    startedBy: 'person',
    state: 'complete',
    beganAtMs: Date.UTC(2026, 10, 21, 14),
    endedAtMs: Date.UTC(2026, 10, 21, 14, 1),
    resumptions: 0,
    totals: {
      ...NO_AUDIT_TOTALS,
      verdicts: { ...NO_AUDIT_TOTALS.verdicts, proven: 1 },
      bytes: 5,
    },
    hasProvenRows: true,
    listForm: 3,
    listSha256: null,
    ...over,
  };
}

export function auditRow(over: Partial<AuditRow> = {}): AuditRow {
  return {
    id: 1,
    path: 'runs/run.raw',
    finding: {
      verdict: 'proven',
      reason: 'own-record',
      basis: 'fingerprint',
      record: {
        fileId: 'remote-1',
        projectId: 'p1',
        visibility: 'public',
        name: 'run.raw',
        status: 'Available',
        provenAtMs: NOTARIZED_AT_MS,
        isDateRecorded: true,
      },
      isDeleted: false,
    },
    sizeBytes: 5,
    blake3: 'b'.repeat(64),
    sha256: SHA256,
    checkedAtMs: Date.UTC(2026, 10, 21, 14, 0, 30),
    ...over,
  };
}

export function proof(over: Partial<ProofView> = {}): ProofView {
  return {
    fileId: 'remote-1',
    projectId: 'p1',
    visibility: 'public',
    name: 'run.raw',
    status: 'Available',
    provenAtMs: NOTARIZED_AT_MS,
    isDateRecorded: true,
    sizeBytes: 5,
    blake3: 'b'.repeat(64),
    sha256: 'a'.repeat(64),
    isSaved: true,
    folderPath: null,
    ...over,
  };
}
