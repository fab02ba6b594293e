/**
 * Labels as a PDF to print at its own size: on A4 sheets of stickers, or one a page for a label printer. Equal labels
 * give equal bytes.
 */
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { encode } from 'uqr';
import type { QrLabel, QrLabelSheet } from '../../../src-shared/model/proofs/qr-label.ts';
import { type FaceName, openPdf, type PdfFacts, type PdfFonts } from '../pdf-fonts.ts';

const MM = 72 / 25.4; // in points
const A4 = { width: 210, height: 297 };
const COLUMN_GAP = 2.5;
const INK = '#000000';
const PADDING = 1.5;
const MOST_LINES = 3;
const MOST_LETTERS = 150;
/** Names of instruments differ at their end: what has no room is left out before it. */
const LAST_LETTERS = 12;
/** White around a code, in its modules, as ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;

interface Sheet {
  /** Of one label, in mm. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Of the title, in points. */
  readonly type: number;
}

/** The common sizes of sheets of stickers: labels stand without a gap below one another, in the middle of the page. */
const SHEETS: Readonly<Record<QrLabelSheet, Sheet>> = {
  'a4-65': { width: 38.1, height: 21.2, columns: 5, rows: 13, type: 5 },
  'a4-21': { width: 63.5, height: 38.1, columns: 3, rows: 7, type: 7.5 },
  'a4-8': { width: 99.1, height: 67.7, columns: 2, rows: 4, type: 11 },
  roll: { width: 57, height: 32, columns: 1, rows: 1, type: 7 },
};

export async function qrLabelSheet(
  labels: readonly QrLabel[],
  {
    sheet,
    usedPlaces,
    ...about
  }: {
    readonly sheet: QrLabelSheet;
    /** Places of the first sheet that have no sticker any more. */
    readonly usedPlaces: number;
  } & PdfFacts,
): Promise<Buffer> {
  const size = SHEETS[sheet];
  const { columns, rows } = size;
  const places = columns * rows;
  const used = usedPlaces % places;
  const page = places === 1 ? size : A4;
  const { document, fonts } = await openPdf(about, {
    autoFirstPage: false,
    size: [page.width * MM, page.height * MM],
    margin: 0,
  });
  const left = (page.width - columns * size.width - (columns - 1) * COLUMN_GAP) / 2;
  const top = (page.height - rows * size.height) / 2;
  for (const [index, label] of labels.entries()) {
    const place = (index + used) % places;
    if (index === 0 || place === 0) document.addPage();
    const x = left + (place % columns) * (size.width + COLUMN_GAP);
    const y = top + Math.floor(place / columns) * size.height;
    drawLabel(document, label, { ...size, x, y }, fonts);
    await setImmediate(); // drawing is slow, and the engine goes on meanwhile
  }
  document.end();
  return buffer(document);
}

/** The code on the left with its quiet zone, the text beside it: no letter reaches over the edge of the label. */
function drawLabel(
  document: PDFKit.PDFDocument,
  { title, lines, print, content }: QrLabel,
  { x, y, width, height, type }: Sheet & { readonly x: number; readonly y: number },
  fonts: PdfFonts,
): void {
  const side = Math.min(height, width / 2);
  const qr = drawQr(document, content, { x, y: y + (height - side) / 2, side });
  const textLeft = (x + side) * MM;
  const bottom = (y + height - PADDING) * MM;
  const options = { width: (width - side - PADDING) * MM };
  document.y = qr.darkTop;
  const write = (text: string, face: FaceName, points: number) => {
    const known = fonts.known(face, text);
    document.fontSize(points).fillColor(INK);
    fonts.measureIn(face, known);
    const shown = fitting(known, Math.min(document.y + MOST_LINES * points * 1.2, bottom));
    if (shown !== null) fonts.write(face, shown, [textLeft, document.y], options);
  };
  /** Null: there is no room for a letter. */
  const fitting = (text: string, end: number): string | null => {
    const isFitting = (each: string) => document.y + document.heightOfString(each, options) <= end;
    if (isFitting(text)) return text;
    const letters = Array.from(text);
    for (let most = Math.min(letters.length, MOST_LETTERS); most > LAST_LETTERS; most -= 1) {
      const first = letters.slice(0, most - LAST_LETTERS).join('');
      const each = `${first}…${letters.slice(-LAST_LETTERS).join('')}`;
      if (isFitting(each)) return each;
    }
    return null;
  };
  write(title, 'bold', type);
  document.y += type * 0.3;
  write(print, 'mono', type * 0.8);
  for (const text of lines) write(text, 'sans', type * 0.8);
}

/**
 * In vector squares, one bar for modules beside one another. Level M: a seventh may be smudged. In mm; `darkTop`: where its
 * first dark square begins, in points.
 */
function drawQr(
  document: PDFKit.PDFDocument,
  content: string,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): { readonly darkTop: number } {
  const { data } = encode(content, { ecc: 'M', border: QUIET_ZONE });
  const module = (side * MM) / data.length;
  document
    .save()
    .translate(x * MM, y * MM)
    .scale(module);
  for (const [row, modules] of data.entries()) {
    const dark = modules.map((isDark) => (isDark ? '#' : ' ')).join('');
    for (const { index, 0: bar } of dark.matchAll(/#+/g)) document.rect(index, row, bar.length, 1);
  }
  document.fill(INK).restore();
  return { darkTop: y * MM + QUIET_ZONE * module };
}
