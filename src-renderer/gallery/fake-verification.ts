/** Verifications and audits for the gallery: by its name a chosen file matches, differs, or cannot be told. */
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import {
  AUDIT_VERDICTS,
  NO_AUDIT_TOTALS,
  withFinding,
  type AuditFinding,
  type AuditRecord,
  type AuditRow,
  type AuditRun,
} from '../../src-shared/model/proofs/audit.ts';
import type { RecordFacts, Verdict, Verification } from '../../src-shared/model/proofs/verdict.ts';

const HEX = '9f2c41aa07be5d108e33c0f4'.padEnd(64, '7b04e1');
const OTHER = `${HEX.slice(0, 20)}0d1e${HEX.slice(24)}`;
const NAME = '2026-11-20_MS2_sample_0001.raw';
const DAY_MS = 86_400_000;

function record(nowMs: number): RecordFacts {
  return {
    fileId: 'remote-1',
    projectId: 'p1',
    projectName: 'Lipidomics cohort B',
    visibility: 'public',
    name: NAME,
    status: 'Available',
    notarizedAtMs: nowMs - DAY_MS,
    uploadedAtMs: nowMs - DAY_MS,
    sizeBytes: 412_600_000,
    isCertificateSaved: true,
  };
}

function verdictOf(name: string, nowMs: number): Verdict {
  const of = record(nowMs);
  const method = { algorithm: 'sha256', encoding: 'hex' } as const;
  const comparison = { source: 'metadata', written: HEX, method, recordHex: HEX } as const;
  if (name.includes('differs')) {
    return {
      kind: 'mismatch',
      record: of,
      comparison: { ...comparison, fileHex: OTHER },
      longerByBytes: -3,
      matches: [{ ...of, fileId: 'remote-2', name: 'x_v2.raw' }],
    };
  }
  if (name.includes('unsure')) {
    const doubt = { kind: 'unreadable-fingerprint', written: '?' } as const;
    return { kind: 'unsure', doubt, record: of, matches: [] };
  }
  return { kind: 'match', record: of, comparison: { ...comparison, fileHex: HEX } };
}

export function playedVerification(
  { subject, against }: CallInput<'verify.file'>,
  nowMs: number,
): Verification {
  const name = subject.kind === 'handed' ? subject.handle : NAME;
  return {
    id: name,
    checkedAtMs: nowMs,
    against: against.kind,
    asked: { name, path: null },
    file: {
      name,
      path: null,
      sizeBytes: 412_600_000,
      modifiedAtMs: null,
      digests: { sha256: HEX, blake3: OTHER },
    },
    verdict: verdictOf(name, nowMs),
    decidedBy: 'metadata',
    method: { algorithm: 'sha256', encoding: 'hex' },
    isAsUploaded: null,
    service: 'https://notary.example.org',
  };
}

const RECORD: AuditRecord = {
  fileId: 'remote-1',
  projectId: 'p1',
  visibility: 'public',
  name: NAME,
  status: 'Available',
  provenAtMs: 0,
};
const PROVEN: AuditFinding = {
  verdict: 'proven',
  reason: 'own-record',
  basis: 'fingerprint',
  record: RECORD,
  isDeleted: false,
};
const CHANGED = { verdict: 'changed', record: RECORD, before: null, matches: null } as const;
const MISSING = { verdict: 'missing', record: RECORD, before: null } as const;
/** One of each look, before the proven ones begin. */
const FINDINGS: readonly AuditFinding[] = [
  { ...CHANGED, trace: 'silent' },
  { ...CHANGED, trace: 'edited' },
  { ...MISSING, foundAt: null },
  { ...MISSING, foundAt: 'moved/sample.raw' },
  { verdict: 'unreadable', errno: 'EACCES', isFolder: false, record: RECORD },
  { verdict: 'unsure', reason: 'pending', record: RECORD },
  { verdict: 'never-notarized', state: null, hold: null },
];
const FILES = 40;

function auditRow(index: number, nowMs: number): AuditRow {
  return {
    id: index + 1,
    path: `runs/2026-11-20_MS2_sample_${String(index + 1).padStart(4, '0')}.raw`,
    finding: FINDINGS[index] ?? PROVEN,
    sizeBytes: 412_600_000,
    blake3: HEX,
    sha256: HEX,
    checkedAtMs: nowMs,
  };
}

/** Run 1 is over, any other one goes on. */
export function playedAudit(runId: string, nowMs: number): AuditRun {
  const rows = Array.from({ length: FILES }, (_row, index) => auditRow(index, nowMs));
  return {
    id: runId,
    root: '/data/ms2',
    folderId: '1',
    startedBy: 'person',
    state: runId === '1' ? 'complete' : 'running',
    beganAtMs: nowMs - DAY_MS,
    endedAtMs: runId === '1' ? nowMs - DAY_MS + 60_000 : null,
    resumptions: 0,
    totals: rows.reduce(
      (totals, { finding, sizeBytes }) => withFinding(totals, finding, sizeBytes ?? 0),
      NO_AUDIT_TOTALS,
    ),
    hasProvenRows: true,
  };
}

export function playedAuditRows({ filter, first, count }: CallInput<'audit.rows'>, nowMs: number) {
  const wanted = filter.verdicts ?? AUDIT_VERDICTS;
  const found = Array.from({ length: FILES }, (_row, index) => auditRow(index, nowMs)).filter(
    ({ path, finding }) =>
      wanted.includes(finding.verdict) && path.includes((filter.text ?? '').toLowerCase()),
  );
  return { total: found.length, first, rows: found.slice(first, first + count) };
}
