/** Sets text on the page: fitted, visible and on a baseline. Knows nothing about certificates. */
import type { TextRun } from '../../src-shared/pdf/pdf-face.ts';
import { type CertificateFace, certificateFace, type FaceName } from './certificate-fonts.ts';
import { fitLines, visiblePieces } from './fit-lines.ts';
import { operands } from './operands.ts';

export interface Style {
  readonly face: FaceName;
  /** In points. */
  readonly size: number;
  readonly color: string;
  /** Added after each character, in points. */
  readonly spacing?: number;
}

/** A block of text: `baseline` is that of its first line, `leading` the step to the next; all in points. */
export interface Block {
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  readonly maxLines: number;
  readonly leading: number;
}

function widthOf(text: string, { size, face, spacing = 0 }: Style): number {
  return certificateFace(face).widthOf(text, size) + text.length * spacing;
}

/** From `#rrggbb`: three parts between 0 and 1. */
function colorOperands(color: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return operands(...parts);
}

export function makeTextWriter(document: PDFKit.PDFDocument) {
  function writeIn(text: string, style: Style, x: number, y: number) {
    if (text === '') return;
    const face = certificateFace(style.face);
    const codes = face.part.codesOf(text);
    if (codes !== null) return writeCodes(face, codes, style, x, y);
    let left = x;
    for (const run of face.runsOf(text)) {
      writeRun(run, style, left, y);
      left += widthOf(run.text, style);
    }
  }

  /** As pdfkit would in eight steps, each text measured anew: half of what a certificate takes. */
  function writeCodes(face: CertificateFace, codes: string, style: Style, x: number, y: number) {
    const { fonts } = document.page;
    const { name } = face.own;
    fonts[name] ??= embedded(face);
    const { size, color, spacing = 0 } = style;
    const place = `1 0 0 -1 ${operands(x, y)} Tm`; // the page counts downwards, letters stand upright
    document.addContent(
      `q BT /${name} ${operands(size)} Tf ${operands(spacing)} Tc ${colorOperands(color)} rg ${place} <${codes}> Tj ET Q`,
    );
  }

  function put(data: object, content: string | Buffer = '') {
    const reference = document.ref(data);
    reference.end(content);
    return reference;
  }

  function embedded({ own, part }: CertificateFace) {
    const BaseFont = `LABSEA+${own.source.postscriptName}`;
    const FontFile2 = put({ Length1: part.programBytes, Filter: 'FlateDecode' }, part.program);
    const FontDescriptor = put({
      Type: 'FontDescriptor',
      FontName: BaseFont,
      Flags: 4,
      FontBBox: part.box,
      StemV: 0,
      ...part.metrics,
      FontFile2,
    });
    const descendant = put({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont,
      CIDSystemInfo: {
        Registry: new String('Adobe'),
        Ordering: new String('Identity'),
        Supplement: 0,
      },
      FontDescriptor,
      CIDToGIDMap: 'Identity',
      W: [0, part.widths],
    });
    return put({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: put({ Filter: 'FlateDecode' }, part.meaning),
    });
  }

  function writeRun({ face, text }: TextRun, style: Style, x: number, y: number) {
    document
      .registerFont(face.name, face.source as Buffer) // its types know files and bytes only
      .font(face.name, style.size)
      .fillColor(style.color)
      .text(text, x, y, {
        lineBreak: false,
        baseline: 'alphabetic',
        characterSpacing: style.spacing ?? 0,
      });
  }

  return {
    /** One line as it is, not fitted. */
    write: writeIn,
    /** Ends at `right`. */
    writeBefore(text: string, style: Style, right: number, baseline: number): void {
      writeIn(text, style, right - widthOf(text, style) + (style.spacing ?? 0), baseline);
    },
    /**
     * Fits, writes, and returns the baseline below the last line. A list is shortened by complete items, if they fit a
     * line.
     */
    fill(
      text: string | readonly string[],
      style: Style,
      { x, baseline, width, maxLines, leading }: Block,
    ): number {
      const { hasGlyph } = certificateFace(style.face);
      const visible = (part: string) => visiblePieces(part, hasGlyph);
      const letters = visible(typeof text === 'string' ? text : text.join(', '));
      const widthIn = (piece: string) => widthOf(piece, style);
      const items = typeof text === 'string' ? [] : listItems(text, visible);
      const areShort = items.length > 0 && items.every((item) => widthIn(item) <= width);
      const lines = fitLines(areShort ? items : letters, widthIn, width, maxLines);
      for (const [index, line] of lines.entries())
        writeIn(line, style, x, baseline + index * leading);
      return baseline + Math.max(1, lines.length) * leading;
    },
    hairline(x: number, y: number, width: number, color: string): void {
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .stroke(color);
    },
  };
}
export type TextWriter = ReturnType<typeof makeTextWriter>;

/** Each item with what divides it from its neighbours. */
function listItems(items: readonly string[], visible: (text: string) => readonly string[]) {
  return items.map((item, index) => {
    const before = index === 0 ? '' : ' ';
    const after = index === items.length - 1 ? '' : ',';
    return `${before}${visible(item).join('')}${after}`;
  });
}
