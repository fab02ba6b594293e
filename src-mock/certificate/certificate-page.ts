/** The page of a certificate: ink on paper, one A4 sheet. Every text has a limit, so that nothing can leave the sheet. */
import { DEMO_MARK, type CertificateFacts } from './certificate-facts.ts';
import { makeTextWriter, type TextWriter, type Style } from './text-writer.ts';
import { drawQr, drawSeal } from './seal.ts';
import { inGroups, momentText, sizeText } from './wording.ts';

/** A4, in points. */
const SHEET = { width: 595.28, height: 841.89 };
const LEFT = 62;
const WIDTH = SHEET.width - 2 * LEFT;
const RIGHT = LEFT + WIDTH;
const GUTTER = 28;
const COLUMN = (WIDTH - GUTTER) / 2;
const RECORD_TOP = 684;

const INK = '#1c2333';
const SOFT_INK = '#646b7a';
const SEAL_INK = '#27406b';
const LINE = '#d5d0c4';
const PAPER = '#fdfcf9';
const SHADE = '#f5f2ea';

const GROUPS_PER_LINE = 8;
const MAX_GROUPS = 32; // SHA-512 in hexadecimal; nothing longer is in use

const STYLES = {
  title: { face: 'serif', size: 28, color: INK },
  name: { face: 'serif', size: 15, color: INK },
  text: { face: 'sans', size: 9.5, color: INK },
  note: { face: 'sans', size: 9, color: SOFT_INK },
  // Wider, and readers of PDFs take each letter for a word.
  caption: { face: 'sans', size: 6.5, color: SOFT_INK, spacing: 0.6 },
  mark: { face: 'sans', size: 6.5, color: SEAL_INK, spacing: 0.3 },
  fingerprint: { face: 'mono', size: 13.5, color: INK },
  longFingerprint: { face: 'mono', size: 12, color: INK },
  code: { face: 'mono', size: 7.2, color: INK },
  softCode: { face: 'mono', size: 7.2, color: SOFT_INK },
} satisfies Record<string, Style>;

interface Drawing {
  readonly document: PDFKit.PDFDocument;
  readonly writer: TextWriter;
  readonly facts: CertificateFacts;
  /** The parts of the text in the order of reading. */
  readonly reading: PDFKit.PDFStructureElement;
}

/** By the names of PDF. */
type Role = 'H1' | 'P' | 'TH' | 'TD' | 'Figure';
interface PartOptions {
  readonly alt?: string;
  readonly scope?: 'Row';
  readonly bbox?: readonly number[];
}

/** What `draw` draws is a part of the text, below `parent`. Gives what `draw` gives. */
function part<T>(
  document: PDFKit.PDFDocument,
  parent: PDFKit.PDFStructureElement,
  role: Role,
  draw: () => T,
  options: PartOptions = {},
): T {
  const content = document.markStructureContent(role);
  const drawn = draw();
  document.endMarkedContent();
  parent.add(document.struct(role, options, [content]));
  return drawn;
}

/** What `draw` draws says nothing. */
function decorate(document: PDFKit.PDFDocument, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' });
  draw();
  document.endMarkedContent();
}

function drawPaper({ document, writer, reading }: Drawing): void {
  decorate(document, () => {
    document.rect(0, 0, SHEET.width, SHEET.height).fill(PAPER);
    for (const inset of [26, 29.5]) {
      document
        .rect(inset, inset, SHEET.width - 2 * inset, SHEET.height - 2 * inset)
        .lineWidth(inset === 26 ? 0.9 : 0.35)
        .stroke(inset === 26 ? SEAL_INK : LINE);
    }
    writer.hairline(LEFT, 74, WIDTH, LINE);
  });
  part(document, reading, 'P', () => {
    writer.write('PROJECT AND FILE NOTARIZATION SERVICE', STYLES.caption, LEFT, 64);
    writer.writeBefore(DEMO_MARK, STYLES.mark, RIGHT, 64);
  });
}

function drawHeading({ document, writer, facts, reading }: Drawing): void {
  part(document, reading, 'H1', () => {
    writer.write('Certificate', STYLES.title, LEFT, 126);
    writer.write('of notarization', STYLES.title, LEFT, 160);
  });
  const statement =
    `This file was recorded on the chain on ${momentText(facts.recordedIso)}. ` +
    'The fingerprint below stands for its content: changing a single byte gives another one.';
  part(document, reading, 'P', () =>
    writer.fill(statement, STYLES.text, {
      x: LEFT,
      baseline: 188,
      width: 318,
      maxLines: 4,
      leading: 14.5,
    }),
  );
  decorate(document, () =>
    drawSeal(document, facts.fileHash, { x: RIGHT - 60, y: 156, radius: 60, ink: SEAL_INK }),
  );
}

/** The name, what kind of content it is, and the fingerprint in its panel. Gives the y below it. */
function drawFile(drawing: Drawing): number {
  const { document, writer, facts, reading } = drawing;
  const noteEnd = part(document, reading, 'P', () => {
    writer.write('FILE', STYLES.caption, LEFT, 246);
    const nameEnd = writer.fill(facts.fileName, STYLES.name, {
      x: LEFT,
      baseline: 266,
      width: WIDTH,
      maxLines: 3,
      leading: 20,
    });
    return writer.fill(`${sizeText(facts.sizeBytes)} · ${facts.mediaType}`, STYLES.note, {
      x: LEFT,
      baseline: nameEnd - 3,
      width: WIDTH,
      maxLines: 1,
      leading: 13,
    });
  });
  return drawFingerprint(drawing, noteEnd + 3);
}

function shownGroups(fingerprint: string): readonly string[] {
  const groups = inGroups(fingerprint);
  if (groups.length <= MAX_GROUPS) return groups;
  return [...groups.slice(0, MAX_GROUPS / 2), '…', ...groups.slice(1 - MAX_GROUPS / 2)];
}

function drawFingerprint({ document, writer, facts, reading }: Drawing, top: number): number {
  const groups = shownGroups(facts.fileHash);
  const lines = Math.ceil(groups.length / GROUPS_PER_LINE);
  const leading = lines > 2 ? 17 : 21;
  const style = lines > 2 ? STYLES.longFingerprint : STYLES.fingerprint;
  const height = 37 + lines * leading;
  decorate(document, () => document.roundedRect(LEFT, top, WIDTH, height, 3).fill(SHADE));
  const inner = LEFT + 16;
  const step = (WIDTH - 32 + 22) / GROUPS_PER_LINE;
  part(document, reading, 'P', () => {
    writer.fill(`FINGERPRINT · ${facts.fileHashMethod}`, STYLES.caption, {
      x: inner,
      baseline: top + 19,
      width: WIDTH - 32,
      maxLines: 1,
      leading: 0,
    });
    for (const [index, group] of groups.entries()) {
      const column = index % GROUPS_PER_LINE;
      const row = Math.floor(index / GROUPS_PER_LINE);
      writer.write(group, style, inner + column * step, top + 42 + row * leading);
    }
  });
  return top + height;
}

const CAPTION_LEADING = 14;
const CELL_LEADING = 13;
const FACTS_INSET = 25;

interface Cell {
  readonly caption: string;
  readonly value: string;
  readonly code?: string | readonly string[];
  readonly maxLines?: number;
}

/** Height of the cell when every text in it is as long as it may be. */
function tallestCell({ value, code, maxLines = 1 }: Cell): number {
  const codeLines = code === undefined ? 0 : value === '' ? 2 : 1;
  return CAPTION_LEADING + CELL_LEADING * ((value === '' ? 0 : maxLines) + codeLines);
}

/** A row of the table: a caption, a value and perhaps a code below it. Gives the baseline below the last line. */
function drawCell(
  { document, writer }: Drawing,
  table: PDFKit.PDFStructureElement,
  { caption, value, code, maxLines = 1 }: Cell,
  { x, baseline, width }: Readonly<Record<'x' | 'baseline' | 'width', number>>,
): number {
  const row = document.struct('TR');
  table.add(row);
  part(document, row, 'TH', () => writer.write(caption, STYLES.caption, x, baseline), {
    scope: 'Row',
  });
  return part(document, row, 'TD', () => {
    const top = baseline + CAPTION_LEADING;
    const below =
      value === ''
        ? top
        : writer.fill(value, STYLES.text, {
            x,
            baseline: top,
            width,
            maxLines,
            leading: CELL_LEADING,
          });
    if (code === undefined) return below;
    return writer.fill(code, STYLES.softCode, {
      x,
      baseline: below - (value === '' ? 1 : 1.5),
      width,
      maxLines: value === '' ? 2 : 1,
      leading: CELL_LEADING,
    });
  });
}

function rowsOf(facts: CertificateFacts): readonly (readonly Cell[])[] {
  const about: readonly (readonly Cell[])[] = [
    [
      { caption: 'KIND', value: `${facts.visibility} file, ${facts.type} data` },
      { caption: 'LABELS', value: facts.label },
    ],
    [
      { caption: 'UPLOADED', value: momentText(facts.uploadedIso) },
      { caption: 'RECORDED', value: momentText(facts.recordedIso) },
    ],
    [
      { caption: 'PROJECT', value: facts.projectName, code: facts.projectId, maxLines: 2 },
      { caption: 'OWNER', value: facts.ownerName, code: facts.ownerAddress, maxLines: 2 },
    ],
  ];
  if (facts.type !== 'secondary') return about;
  return [
    ...about,
    [
      { caption: 'MADE FROM', value: '', code: facts.primaryData },
      { caption: 'PROCEDURE FILES', value: '', code: facts.linkToProcedure },
    ],
    [{ caption: 'PROCEDURE', value: facts.procedureDescription ?? '', maxLines: 3 }],
  ];
}

function drawFacts(drawing: Drawing, top: number): void {
  const rows = rowsOf(drawing.facts);
  const tallest = rows.reduce((sum, cells) => sum + Math.max(...cells.map(tallestCell)), 0);
  const air = (RECORD_TOP - top - FACTS_INSET - tallest) / rows.length;
  const gap = Math.min(Math.max(air, 0), 16);
  const table = drawing.document.struct('Table');
  drawing.reading.add(table);
  let baseline = top + FACTS_INSET;
  for (const cells of rows) {
    const width = cells.length === 1 ? WIDTH : COLUMN;
    const ends = cells.map((cell, index) =>
      drawCell(drawing, table, cell, { x: LEFT + index * (COLUMN + GUTTER), baseline, width }),
    );
    baseline = Math.max(...ends) + gap;
  }
}

/** Where it is recorded, anchored to the foot of the sheet, with the QR code beside it. */
function drawRecord({ document, writer, facts, reading }: Drawing): void {
  decorate(document, () => writer.hairline(LEFT, RECORD_TOP, WIDTH, LINE));
  const table = document.struct('Table');
  reading.add(table);
  const side = 96;
  const rows = [
    ['TRANSACTION', facts.transactionHash],
    ['BLOCK', String(facts.blockNumber)],
    ['BLOCK HASH', facts.blockHash],
    ['METADATA', facts.jsonCid],
    ['FILE ID', facts.fileId],
    ['CERTIFICATE', facts.certificateId],
    ['LOOK IT UP', facts.verifyUrl],
  ] as const;
  for (const [index, [caption, code]] of rows.entries()) {
    const baseline = RECORD_TOP + 22 + index * 14;
    const row = document.struct('TR');
    table.add(row);
    part(document, row, 'TH', () => writer.write(caption, STYLES.caption, LEFT, baseline), {
      scope: 'Row',
    });
    part(document, row, 'TD', () =>
      writer.fill(code, STYLES.code, {
        x: LEFT + 66,
        baseline,
        width: WIDTH - 66 - side - 16,
        maxLines: index === rows.length - 1 ? 2 : 1,
        leading: 11,
      }),
    );
  }
  const [x, y] = [RIGHT - side, RECORD_TOP + 15];
  const draw = () => drawQr(document, facts.verifyUrl, { x, y, side, ink: INK });
  const bbox = [x, y, x + side, y + side];
  part(document, reading, 'Figure', draw, { alt: 'QR code of the address to look it up', bbox });
}

/** Draws the complete certificate on the document's first page. */
export function drawCertificate(document: PDFKit.PDFDocument, facts: CertificateFacts): void {
  const reading = document.struct('Document');
  document.addStructure(reading);
  const drawing: Drawing = { document, writer: makeTextWriter(document), facts, reading };
  drawPaper(drawing);
  drawHeading(drawing);
  drawFacts(drawing, drawFile(drawing));
  drawRecord(drawing);
  reading.end();
}
