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
import { buffer } from 'node:stream/consumers';
import { isRightToLeft } from '../../../src-shared/pdf/visual-order.ts';
import { type FaceName, openPdf, type PdfFacts } from '../pdf-fonts.ts';

/** Under two hundred pages; the digest of the complete list covers the others. */
const MOST_PAPER_ROWS = 2_000;

export interface AuditPaper {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export async function auditPaper(
  runId: string,
  words: AuditPaperWords,
  audits: Pick<Audits, 'show' | 'rows' | 'export' | 'source'>,
  mostRows = MOST_PAPER_ROWS,
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
  let room = mostRows;
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

/**
 * A document of text on A4, from front to back, with a line at the foot of each page: PDF/A-2a, whose parts a screen
 * reader knows by their kinds. Written with pdfkit.
 */
const MARGIN = 56; // points
const FOOT = 40; // above the lower edge
const INK = '#1c2333';
const SOFT = '#50586a';
const RULE = '#857e6e';
const LABEL_WIDTH = 190;
const SIGN_HEIGHT = 34;
/** Without room for this much, an entry or a heading begins on the next page. */
const LEAST_ROOM = 64;

interface PaperEntry {
  readonly name: string;
  readonly text: string;
  readonly facts: string;
  readonly codes: readonly string[];
}

/** What a part of the text is, by the names of PDF. */
type Role = 'H1' | 'H2' | 'P' | 'TH' | 'TD';

type Paper = Awaited<ReturnType<typeof openPaper>>;

async function openPaper(about: PdfFacts) {
  const { document, fonts } = await openPdf(about, {
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + 10 },
    subset: 'PDF/A-2a',
    tagged: true,
    bufferPages: true, // the last page's number stands on the first
  });
  const width = document.page.width - 2 * MARGIN;
  const bottom = document.page.height - MARGIN - 10;

  const root = document.struct('Document');
  document.addStructure(root);

  /** Letters that the face has not, and those from right to left, are read as they are, though they are drawn otherwise. */
  const partOf = (role: Role, text: string, face: FaceName, draw: (known: string) => void) => {
    const known = fonts.known(face, text);
    const options = known === text && !isRightToLeft(text) ? {} : { actual: text };
    return document.struct(role, options, () => draw(known));
  };
  const decorate = (type: 'Layout' | 'Pagination', draw: () => void) => {
    document.markContent('Artifact', { type });
    draw();
    document.endMarkedContent();
  };
  const put = (known: string, face: FaceName, size: number, color: string, gap = 0) => {
    document.fontSize(size).fillColor(color);
    fonts.write(face, known, [MARGIN, document.y], { width, paragraphGap: gap });
  };
  const write = (
    text: string,
    face: FaceName,
    size: number,
    color: string,
    gap: number,
    role: Role = 'P',
  ) => {
    root.add(partOf(role, text, face, (known) => put(known, face, size, color, gap)));
  };
  const needRoom = (height: number) => {
    if (document.y + height > bottom) document.addPage();
  };

  return {
    title: (text: string) => write(text, 'serif', 22, INK, 8, 'H1'),
    strong: (text: string) => write(text, 'sans', 13, INK, 12),
    text: (text: string) => write(text, 'sans', 9.5, INK, 8),
    note: (text: string) => write(text, 'sans', 9, SOFT, 2),
    /** In a face whose digits are equally wide. */
    code: (text: string) => write(text, 'mono', 8.5, INK, 10),
    heading(text: string) {
      needRoom(LEAST_ROOM);
      document.moveDown(1);
      write(text, 'serif', 13, INK, 6, 'H2');
    },
    facts(rows: readonly (readonly [label: string, value: string])[]) {
      const table = document.struct('Table');
      root.add(table);
      for (const [label, value] of rows) {
        needRoom(LEAST_ROOM / 2);
        const row = document.struct('TR');
        table.add(row);
        const top = document.y;
        const valueWidth = width - LABEL_WIDTH;
        document.fontSize(9.5).fillColor(SOFT);
        row.add(
          partOf('TH', label, 'sans', (known) =>
            fonts.write('sans', known, [MARGIN, top], { width: LABEL_WIDTH - 10 }),
          ),
        );
        const labelEnd = document.y;
        const valueLeft = MARGIN + LABEL_WIDTH;
        document.fillColor(INK);
        row.add(
          partOf('TD', value, 'sans', (known) =>
            fonts.write('sans', known, [valueLeft, top], { width: valueWidth }),
          ),
        );
        document.y = Math.max(document.y, labelEnd) + 3;
      }
      document.moveDown(0.8);
    },
    /** Lines to be written on by hand. */
    lines(labels: readonly string[]) {
      needRoom(labels.length * SIGN_HEIGHT + 10);
      for (const label of labels) {
        const base = document.y + SIGN_HEIGHT - 8;
        document.fontSize(9.5).fillColor(SOFT);
        root.add(
          partOf('P', label, 'sans', (known) =>
            fonts.write('sans', known, [MARGIN, base - 10], { width: LABEL_WIDTH - 10 }),
          ),
        );
        const [from, to] = [MARGIN + LABEL_WIDTH, MARGIN + width];
        decorate('Layout', () =>
          document.moveTo(from, base).lineTo(to, base).lineWidth(0.7).stroke(RULE),
        );
        document.y = base + 8;
      }
    },
    entry({ name, text, facts, codes }: PaperEntry) {
      needRoom(LEAST_ROOM);
      write(name, 'sans', 10, INK, 0);
      const entry = document.struct('P', {}, () => {
        put(fonts.known('sans', text), 'sans', 9, INK);
        put(fonts.known('sans', facts), 'sans', 8, SOFT);
        for (const code of codes) put(code, 'mono', 7, SOFT);
      });
      root.add(entry);
      document.moveDown(0.7);
    },
    /** `footOf`: the line at the foot of a page, counted from 1. */
    async end(footOf: (page: number, of: number) => string): Promise<Buffer> {
      const { start, count } = document.bufferedPageRange();
      for (let page = start; page < start + count; page += 1) {
        document.switchToPage(page);
        document.page.margins.bottom = 0; // the foot stands below what a page may fill
        const foot = fonts.known('sans', footOf(page - start + 1, count));
        document.fontSize(7.5).fillColor(SOFT);
        const place = [MARGIN, document.page.height - FOOT] as const;
        decorate('Pagination', () =>
          fonts.write('sans', foot, place, { width, height: 10, ellipsis: true, lineBreak: true }),
        );
      }
      document.end();
      return buffer(document);
    },
  };
}
