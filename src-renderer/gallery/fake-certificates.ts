/**
 * Proofs for the gallery, and a certificate that tries everything a hostile one could: a script when it is opened, a
 * program to be started, a form, links. Its second page is there to be turned to.
 */
import type { CertificateForm, ProofView } from '../../src-shared/bridge/certificate-calls.ts';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import {
  AUDIT_VERDICTS,
  type AuditFinding,
  type AuditRecord,
  type AuditRow,
  type AuditRun,
  NO_AUDIT_TOTALS,
  withFinding,
} from '../../src-shared/model/proofs/audit.ts';
import {
  auditRow,
  auditRun,
  comparisonOf,
  proof,
  recordFacts,
  verification,
} from '../test-support/verifications.ts';
import type { RecordFacts, Verdict, Verification } from '../../src-shared/model/proofs/verdict.ts';

export const HEX = '9f2c41aa07be5d108e33c0f4'.padEnd(64, '7b04e1');
const SIZES = [412_600_000, 398_100_000, 12_200_000];

export function galleryProof(index: number, nowMs: number): ProofView {
  return proof({
    fileId: `remote-${index + 1}`,
    projectId: `p${(index % 3) + 1}`,
    visibility: index % 3 === 2 ? 'private' : 'public',
    name: `2026-11-20_MS2_sample_${String(index + 1).padStart(4, '0')}.raw`,
    provenAtMs: nowMs - index * 1_700_000,
    sizeBytes: SIZES[index % SIZES.length] ?? 0,
    blake3: HEX,
    sha256: HEX,
    isSaved: index % 4 !== 3,
  });
}

const DATA = {
  FileHash: HEX,
  JsonCid: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  FileLinkStore: 'https://store.example.org/samples/1',
  chain: { network: 'lab-chain', block: 1_204_117, note: '<img src=x onerror=alert(1)>' },
};

export function certificateBytes(form: CertificateForm): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(form === 'json' ? JSON.stringify(DATA) : hostilePdf());
}

/** Lines of a page, from the top. */
function content(lines: readonly string[]): string {
  const shown = lines.map((line, index) => {
    const [font, size] = index === 0 ? ['F2', 22] : ['F1', 11];
    return `BT /${font} ${size} Tf 72 ${760 - index * 28} Td (${line}) Tj ET`;
  });
  return shown.join('\n');
}

const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;

const page = (contents: number, more: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R
/Resources << /Font << /F1 7 0 R /F2 8 0 R >> >> ${more} >>`;

/** All letters are ASCII, so characters are bytes. */
function hostilePdf(): string {
  const first = [
    'Certificate of notarization',
    'File 2026-11-20_MS2_sample_0001.raw',
    `SHA-256 ${HEX.slice(0, 32)}`,
    `        ${HEX.slice(32)}`,
    'Recorded on the chain on 20 Nov 2026, 09:44 UTC, in block 1204117',
    'Check it at https://verify.example.org/1204117',
  ];
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\('run'\\); this.submitForm\\('http://127.0.0.1:1/'\\)) >>
/AcroForm << /Fields [11 0 R] /XFA 12 0 R >> >>`,
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5, '/Annots [9 0 R 10 0 R 11 0 R 13 0 R]'),
    page(6, ''),
    stream(content(first)),
    stream(
      content(['Annex', 'The second page of the certificate', 'Recorded by Lipidomics cohort B']),
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold >>',
    '<< /Type /Annot /Subtype /Link /Rect [72 610 400 635] /A << /S /URI /URI (https://verify.example.org/1204117) >> >>',
    "<< /Type /Annot /Subtype /Link /Rect [72 700 400 740] /A << /S /URI /URI (javascript:alert('link')) >> >>",
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (typed) /Rect [72 500 300 520] >>',
    stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>'),
    '<< /Type /Annot /Subtype /Link /Rect [72 650 400 680] /A << /S /Launch /F (calc.exe) >> >>',
  ];
  let file = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = file.length;
  const entries = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}

const OTHER = `${HEX.slice(0, 20)}0d1e${HEX.slice(24)}`;
const NAME = '2026-11-20_MS2_sample_0001.raw';
const DAY_MS = 86_400_000;

function record(nowMs: number): RecordFacts {
  return recordFacts({
    projectName: 'Lipidomics cohort B',
    name: NAME,
    notarizedAtMs: nowMs - DAY_MS,
    uploadedAtMs: nowMs - DAY_MS,
    sizeBytes: 412_600_000,
  });
}

function verdictOf(name: string, nowMs: number): Verdict {
  const of = record(nowMs);
  const comparison = comparisonOf({ written: HEX, recordHex: HEX, fileHex: HEX });
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
  return { kind: 'match', record: of, comparison };
}

/** By its name a chosen file matches, differs, or cannot be told. */
export function fakeVerification(
  { subject, against }: CallInput<'verify.file'>,
  nowMs: number,
): Verification {
  const name = subject.kind === 'handed' ? subject.handle : NAME;
  return verification({
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
    confirmation: { kind: 'confirmed', by: 'record', record: record(nowMs) },
    isAsUploaded: null,
  });
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

function rowOf(index: number, nowMs: number): AuditRow {
  return auditRow({
    id: index + 1,
    path: `runs/2026-11-20_MS2_sample_${String(index + 1).padStart(4, '0')}.raw`,
    finding: FINDINGS[index] ?? PROVEN,
    sizeBytes: 412_600_000,
    blake3: HEX,
    sha256: HEX,
    checkedAtMs: nowMs,
  });
}

/** Run 1 is over, any other one goes on. */
export function fakeAudit(runId: string, nowMs: number): AuditRun {
  const rows = Array.from({ length: FILES }, (_row, index) => rowOf(index, nowMs));
  return auditRun({
    id: runId,
    state: runId === '1' ? 'complete' : 'running',
    beganAtMs: nowMs - DAY_MS,
    endedAtMs: runId === '1' ? nowMs - DAY_MS + 60_000 : null,
    totals: rows.reduce(
      (totals, { finding, sizeBytes }) => withFinding(totals, finding, sizeBytes ?? 0),
      NO_AUDIT_TOTALS,
    ),
  });
}

export function fakeAuditRows({ filter, first, count }: CallInput<'audit.rows'>, nowMs: number) {
  const wanted = filter.verdicts ?? AUDIT_VERDICTS;
  const found = Array.from({ length: FILES }, (_row, index) => rowOf(index, nowMs)).filter(
    ({ path, finding }) =>
      wanted.includes(finding.verdict) && path.includes((filter.text ?? '').toLowerCase()),
  );
  return { total: found.length, first, rows: found.slice(first, first + count) };
}
