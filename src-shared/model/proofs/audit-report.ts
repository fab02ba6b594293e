/**
 * The report of an audit as a file to keep: JSON whose keys explain themselves, or a table for spreadsheets. It is
 * written piece by piece, so that a hundred thousand files need no memory for all of them at once.
 */
import type {
  AuditFinding,
  AuditListForm,
  AuditLook,
  AuditRecord,
  AuditRow,
  AuditRun,
  AuditSource,
} from './audit.ts';
import { csvText, type CsvCell } from '../text/csv.ts';
import { printableJson, printableName } from '../text/printable.ts';
import { PRODUCT } from '../text/product.ts';
import { assertNever } from '../result.ts';
import { isoFromMs } from '../text/time.ts';

/** Rises when a key changes its meaning or goes. */
const REPORT_VERSION = 1;

export interface ReportPiece {
  /** Who is asked, and with whose account. */
  readonly source: Pick<AuditSource, 'service' | 'account'>;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export function auditText(
  form: 'json' | 'csv',
  run: AuditRun,
  rows: readonly AuditRow[],
  piece: ReportPiece,
): string {
  return form === 'csv' ? csvPiece(run, rows, piece) : jsonPiece(run, rows, piece);
}

/** Not made from the folder's name, which may be anything: the report itself names its subject. */
export function auditFileName({ beganAtMs, id }: AuditRun, form: 'json' | 'csv' | 'pdf'): string {
  return `labseal-audit-${isoFromMs(beganAtMs).slice(0, 'YYYY-MM-DD'.length)}-${id}.${form}`;
}

/** The audit as its report says it, without the files. */
export function auditRunDocument(run: AuditRun) {
  return {
    id: run.id,
    folder: run.root,
    startedBy: run.startedBy,
    state: run.state,
    isComplete: run.state === 'complete',
    beganAt: isoFromMs(run.beganAtMs),
    endedAt: isoFromMs(run.endedAtMs),
    timesTakenUpAgain: run.resumptions,
    totals: run.totals,
    listsProvenFiles: run.hasProvenRows,
    listSha256: run.listSha256,
  };
}

export function auditRowDocument(row: AuditRow) {
  const { finding } = row;
  const { verdict, reason, record, before, matches, foundAt } = partsOf(finding);
  return {
    path: row.path,
    verdict,
    reason,
    basis: finding.verdict === 'proven' ? finding.basis : null,
    isRecordDeleted: finding.verdict === 'proven' ? finding.isDeleted : null,
    sizeBytes: row.sizeBytes,
    blake3: row.blake3,
    sha256: row.sha256,
    checkedAt: isoFromMs(row.checkedAtMs),
    record: record === null ? null : recordDocument(record),
    before:
      before === null
        ? null
        : { sizeBytes: before.sizeBytes, modifiedAt: isoFromMs(before.modifiedAtMs) },
    sameBytesAs: matches === null ? null : recordDocument(matches),
    foundAt,
  };
}

function recordDocument({ provenAtMs, ...record }: AuditRecord) {
  const isDateRecorded = record.isDateRecorded === true;
  return { ...record, provenAt: isoFromMs(provenAtMs), isDateRecorded };
}

function jsonPiece(
  run: AuditRun,
  rows: readonly AuditRow[],
  { source, isFirst, isLast }: ReportPiece,
) {
  const head = {
    report: `${PRODUCT.name} audit`,
    version: REPORT_VERSION,
    about:
      'Every file of the folder was read from its first to its last byte and held against what is notarized. Times are UTC, digests lower-case hexadecimal.',
    service: source.service,
    account: source.account,
    audit: auditRunDocument(run),
  };
  const begin = isFirst ? `${printableJson(head).slice(0, -1)},"files":[\n` : '';
  const separator = isFirst || rows.length === 0 ? '' : ',\n';
  const files = rows.map((row) => printableJson(auditRowDocument(row))).join(',\n');
  return `${begin}${separator}${files}${isLast ? '\n]}\n' : ''}`;
}

const HEAD = [
  'path',
  'verdict',
  'reason',
  'size_bytes',
  'sha256',
  'blake3',
  'checked_at',
  'record_id',
  'record_name',
  'project_id',
  'record_status',
  'proven_at',
  'found_at',
] as const;

const NAME_WRITERS: Readonly<Record<AuditListForm, (name: string) => string>> = {
  1: (name) => name,
  2: printableName,
  3: printableName,
};
const DATE_CERTAINTY = 'proven_at_is';

/** A signature may cover its digest: what is written of an audit once is written the same for ever. */
function csvPiece(
  { listForm }: AuditRun,
  rows: readonly AuditRow[],
  { isFirst }: ReportPiece,
): string {
  const nameOf = NAME_WRITERS[listForm];
  const isWithCertainty = listForm === 3;
  const text = csvText(
    isWithCertainty ? [...HEAD, DATE_CERTAINTY] : HEAD,
    rows.map((row) => [
      ...cellsOf(row, nameOf),
      ...(isWithCertainty ? [certaintyOf(partsOf(row.finding).record)] : []),
    ]),
  );
  return isFirst ? text : text.slice(text.indexOf('\n') + 1);
}

function cellsOf(row: AuditRow, nameOf: (name: string) => string): readonly CsvCell[] {
  const { verdict, reason, record, foundAt } = partsOf(row.finding);
  const provenAtMs = record?.provenAtMs ?? null;
  return [
    nameOf(row.path),
    verdict,
    reason,
    row.sizeBytes,
    row.sha256,
    row.blake3,
    isoFromMs(row.checkedAtMs),
    record?.fileId ?? null,
    record === null ? null : nameOf(record.name),
    record?.projectId ?? null,
    record?.status ?? null,
    isoFromMs(provenAtMs),
    foundAt === null ? null : nameOf(foundAt),
  ];
}

/** Whether it was proven at that time, or at some time before it. */
function certaintyOf(record: AuditRecord | null): CsvCell {
  if (record === null || record.provenAtMs === null) return null;
  return record.isDateRecorded === true ? 'exact' : 'no later than';
}

interface FindingParts {
  readonly verdict: AuditFinding['verdict'];
  /** One word. */
  readonly reason: string;
  readonly record: AuditRecord | null;
  readonly before: AuditLook | null;
  readonly matches: AuditRecord | null;
  readonly foundAt: string | null;
}

const NOTHING = { record: null, before: null, matches: null, foundAt: null } as const;

function partsOf(finding: AuditFinding): FindingParts {
  const { verdict } = finding;
  switch (finding.verdict) {
    case 'proven':
    case 'unsure':
      return { ...NOTHING, verdict, reason: finding.reason, record: finding.record };
    case 'changed': {
      const { trace: reason, record, before, matches } = finding;
      return { ...NOTHING, verdict, reason, record, before, matches };
    }
    case 'missing': {
      const { record, before, foundAt } = finding;
      return {
        ...NOTHING,
        verdict,
        reason: foundAt === null ? 'gone' : 'moved',
        record,
        before,
        foundAt,
      };
    }
    case 'unreadable':
      return { ...NOTHING, verdict, reason: finding.errno, record: finding.record };
    case 'never-notarized':
      return { ...NOTHING, verdict, reason: finding.state ?? 'not-watched' };
    default:
      return assertNever(finding);
  }
}
