/** Sets text on the page: fitted, visible and on a baseline. Knows nothing about certificates. */
import type { Face, Font, StandardFont } from './certificate-fonts.ts';
import { fitLines, visiblePieces } from './fit-lines.ts';
import { operands } from './operands.ts';

export interface Style {
  readonly face: Face;
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

function widthOf(text: string, font: Font, { size, spacing = 0 }: Style): number {
  return font.widthOf(text, size) + text.length * spacing;
}

/** From `#rrggbb`: three parts between 0 and 1. */
function colorOperands(color: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return operands(...parts);
}

export function makeTextWriter(document: PDFKit.PDFDocument) {
  /**
   * pdfkit reads the measures of a standard font anew for each document, and looks up each pair of letters three times: half
   * of what a certificate took.
   */
  function writeStandard(font: StandardFont, text: string, style: Style, x: number, y: number) {
    const { fonts } = document.page;
    fonts[font.name] ??= standardFont(font.name);
    const { size, color, spacing = 0 } = style;
    const place = `1 0 0 -1 ${operands(x, y)} Tm`; // the page counts downwards, letters stand upright
    document.addContent(
      `q BT /${font.name} ${operands(size)} Tf ${operands(spacing)} Tc ${colorOperands(color)} rg ${place} <${font.codesOf(text)}> Tj ET Q`,
    );
  }

  function standardFont(name: string) {
    const font = document.ref({
      Type: 'Font',
      BaseFont: name,
      Subtype: 'Type1',
      Encoding: 'WinAnsiEncoding',
    });
    font.end('');
    return font;
  }

  function writeIn(font: Font, text: string, style: Style, x: number, y: number) {
    if (text === '') return;
    if (font.kind === 'standard') return writeStandard(font, text, style, x, y);
    document
      .registerFont(font.name, font.data)
      .font(font.name, style.size)
      .fillColor(style.color)
      .text(text, x, y, {
        lineBreak: false,
        baseline: 'alphabetic',
        characterSpacing: style.spacing ?? 0,
      });
  }

  return {
    /** One line as it is, not fitted. */
    write(text: string, style: Style, x: number, baseline: number): void {
      writeIn(style.face.fontFor(text), text, style, x, baseline);
    },
    /** Ends at `right`. */
    writeBefore(text: string, style: Style, right: number, baseline: number): void {
      const font = style.face.fontFor(text);
      const x = right - widthOf(text, font, style) + (style.spacing ?? 0);
      writeIn(font, text, style, x, baseline);
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
      const visible = (part: string) => visiblePieces(part, style.face.hasGlyph);
      const letters = visible(typeof text === 'string' ? text : text.join(', '));
      const font = style.face.fontFor(letters.join(''));
      const widthIn = (piece: string) => widthOf(piece, font, style);
      const items = typeof text === 'string' ? [] : listItems(text, visible);
      const areShort = items.length > 0 && items.every((item) => widthIn(item) <= width);
      const lines = fitLines(areShort ? items : letters, widthIn, width, maxLines);
      for (const [index, line] of lines.entries())
        writeIn(font, line, style, x, baseline + index * leading);
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
