/** Sets text on the page: fitted, visible and on a baseline. Knows nothing about certificates. */
import type { Face, Font } from './certificate-fonts.ts';
import { fitLines, visiblePieces } from './fit-lines.ts';

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

export interface TextWriter {
  /** One line as it is, not fitted. */
  write(text: string, style: Style, x: number, baseline: number): void;
  /** Ends at `right`. */
  writeBefore(text: string, style: Style, right: number, baseline: number): void;
  /**
   * Fits, writes, and returns the baseline below the last line. A list is shortened by complete items, if they fit a
   * line.
   */
  fill(text: string | readonly string[], style: Style, block: Block): number;
  hairline(x: number, y: number, width: number, color: string): void;
}

function widthOf(text: string, font: Font, { size, spacing = 0 }: Style): number {
  return font.widthOf(text, size) + text.length * spacing;
}

export function makeTextWriter(document: PDFKit.PDFDocument): TextWriter {
  function writeIn(font: Font, text: string, style: Style, x: number, y: number) {
    if (text === '') return;
    if (font.embedded !== undefined) document.registerFont(font.name, font.embedded);
    document
      .font(font.name, style.size)
      .fillColor(style.color)
      .text(text, x, y, {
        lineBreak: false,
        baseline: 'alphabetic',
        characterSpacing: style.spacing ?? 0,
      });
  }

  return {
    write(text, style, x, baseline) {
      writeIn(style.face.fontFor(text), text, style, x, baseline);
    },
    writeBefore(text, style, right, baseline) {
      const font = style.face.fontFor(text);
      const x = right - widthOf(text, font, style) + (style.spacing ?? 0);
      writeIn(font, text, style, x, baseline);
    },
    fill(text, style, { x, baseline, width, maxLines, leading }) {
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
    hairline(x, y, width, color) {
      document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.5)
        .stroke(color);
    },
  };
}

/** Each item with what divides it from its neighbours. */
function listItems(items: readonly string[], visible: (text: string) => readonly string[]) {
  return items.map((item, index) => {
    const before = index === 0 ? '' : ' ';
    const after = index === items.length - 1 ? '' : ',';
    return `${before}${visible(item).join('')}${after}`;
  });
}
