/**
 * The report of an audit as a PDF to print and sign: A4, text in every place, the outcome with lines for name, date and
 * signature on the first page, the findings behind it, problems first. Equal audits give equal bytes: no clock and no
 * chance takes part. It has room for so many files; the digest of the complete list stands on it, so that a signature
 * covers the list too.
 */
import { setImmediate } from 'node:timers/promises';
import { MOST_AUDIT_ROWS } from '../../../src-shared/bridge/audit-calls.ts';
import { auditFileName } from '../../../src-shared/model/proofs/audit-report.ts';
import {
  goneFiles,
  readFiles,
  AUDIT_VERDICTS,
  isListGone,
  type AuditFinding,
  type AuditRow,
  type AuditRun,
  type AuditSource,
  type AuditVerdict,
} from '../../../src-shared/model/proofs/audit.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { printable, printableName } from '../../../src-shared/model/text/printable.ts';
import type { AuditPaperWords } from '../../../src-shared/model/words/en/audit-paper.ts';
import { algorithmName } from '../../../src-shared/model/words/verdict-words.ts';
import { isForgeable } from '../../../src-shared/model/proofs/hash-method.ts';
import { listDigest, type Audits } from './audits.ts';
import { openPaper, type Paper } from './paper.ts';

/** Under two hundred pages; the digest of the complete list covers the others. */
export const MOST_PAPER_ROWS = 2_000;

export interface AuditPaper {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export async function auditPaper(
  runId: string,
  words: AuditPaperWords,
  audits: Pick<Audits, 'show' | 'rows' | 'export' | 'source'>,
): Promise<Result<AuditPaper, CoreFault>> {
  const shown = audits.show(runId);
  if (!shown.ok) return shown;
  const run = shown.value;
  const digest = isListGone(run) ? ok(run.listSha256) : await listDigest(runId, audits);
  if (!digest.ok) return digest;
  const title = `${words.title} ${run.id}: ${printable(run.root)}`;
  const atMs = run.endedAtMs ?? run.beganAtMs;
  const paper = await openPaper({ title, language: words.language, atMs });
  writeOutcome(paper, { run, source: audits.source(), digest: digest.value }, words);
  let room = MOST_PAPER_ROWS;
  for (const verdict of AUDIT_VERDICTS) {
    const count = run.totals.verdicts[verdict];
    if (count === 0) continue;
    paper.heading(`${words.audits.verdicts[verdict]}: ${words.files(count)}`);
    const written = await writeRows(paper, { runId, verdict, room }, words, audits);
    if (!written.ok) return written;
    room -= written.value;
    if (verdict === 'proven' && isListGone(run)) paper.note(words.rowsGone);
    else if (written.value < count) paper.note(words.more(count - written.value));
  }
  const bytes = await paper.end((page, of) => `${title} · ${words.page(page, of)}`);
  return ok({ fileName: auditFileName(run, 'pdf'), bytes });
}

interface Outcome {
  readonly run: AuditRun;
  readonly source: AuditSource;
  /** Of the complete list; null: that is gone, and it is not known. */
  readonly digest: string | null;
}

function writeOutcome(
  paper: Paper,
  { run, source, digest }: Outcome,
  words: AuditPaperWords,
): void {
  const { totals } = run;
  const { labels, figures, files } = words;
  const notLookedAt = words.notLookedAt(totals);
  const some = (label: string, count: number) =>
    count === 0 ? [] : [[label, files(count)] as const];
  paper.title(words.title);
  paper.strong(words.outcome(run));
  paper.facts([
    [labels.folder, printable(run.root)],
    [labels.service, printable(source.service)],
    ...(source.account === '' ? [] : [[labels.account, printable(source.account)] as const]),
    [labels.audit, run.id],
    [labels.state, words.audits.states[run.state]],
    [labels.began, figures.moment(run.beganAtMs)],
    ...(run.endedAtMs === null ? [] : [[labels.ended, figures.moment(run.endedAtMs)] as const]),
    [labels.startedBy, words.startedBy[run.startedBy]],
    ...(run.resumptions === 0 ? [] : [[labels.resumptions, String(run.resumptions)] as const]),
    [labels.read, `${files(readFiles(totals))}, ${words.bytes(totals.bytes)}`],
    ...AUDIT_VERDICTS.flatMap((verdict) =>
      some(
        words.audits.verdicts[verdict],
        verdict === 'missing' ? goneFiles(totals) : totals.verdicts[verdict],
      ),
    ),
    ...some(labels.silent, totals.silent),
    ...some(labels.moved, totals.moved),
    ...some(labels.deleted, totals.deleted),
    ...(notLookedAt === '' ? [] : [[labels.notLookedAt, notLookedAt] as const]),
  ]);
  paper.text(words.method);
  if (source.algorithm !== null && isForgeable(source.algorithm)) {
    paper.text(words.forgeable(algorithmName(source.algorithm)));
  }
  if (digest !== null) {
    paper.note(`${labels.list}:`);
    paper.code(digest);
  }
  if (isListGone(run)) paper.text(words.listGone(digest !== null));
  paper.text(words.confirms);
  paper.lines([labels.name, labels.date, labels.signature]);
}

interface Part {
  readonly runId: string;
  readonly verdict: AuditVerdict;
  readonly room: number;
}

/** How many there was room for. */
async function writeRows(
  paper: Paper,
  { runId, verdict, room }: Part,
  words: AuditPaperWords,
  audits: Pick<Audits, 'rows'>,
): Promise<Result<number, CoreFault>> {
  let first = 0;
  while (first < room) {
    const count = Math.min(MOST_AUDIT_ROWS, room - first);
    const range = audits.rows(runId, { verdicts: [verdict] }, { first, count });
    if (!range.ok) return range;
    for (const row of range.value.rows) {
      paper.entry(rowText(row, words));
      await setImmediate(); // drawing is slow, and the engine goes on meanwhile
    }
    first += range.value.rows.length;
    if (range.value.rows.length === 0 || first >= range.value.total) break;
  }
  return ok(first);
}

function rowText(row: AuditRow, words: AuditPaperWords) {
  const { path, finding, sizeBytes, sha256, blake3, checkedAtMs } = row;
  const { record, before } = partsOf(finding);
  const { figures } = words;
  const facts = [
    ...(sizeBytes === null ? [] : [words.bytes(sizeBytes)]),
    words.checked(figures.moment(checkedAtMs)),
    ...(record === null ? [] : [words.record(record), words.status(record.status)]),
    ...(before === null
      ? []
      : [words.before(words.bytes(before.sizeBytes), figures.moment(before.modifiedAtMs))]),
  ];
  return {
    name: printableName(path === '' ? '.' : path),
    text: words.audits.finding(finding, figures),
    facts: printable(facts.join(' · ')),
    codes: [
      ...(sha256 === null ? [] : [`SHA-256 ${sha256}`]),
      ...(blake3 === null ? [] : [`BLAKE3  ${blake3}`]),
    ],
  };
}

function partsOf(finding: AuditFinding) {
  return {
    record: 'record' in finding ? finding.record : null,
    before: 'before' in finding ? finding.before : null,
  };
}
