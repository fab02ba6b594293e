/** Sets text on the page: fitted, visible and on a baseline. Knows nothing about certificates. */
import type { Font } from './certificate-fonts.ts';
import { fitLines, visiblePieces } from './fit-lines.ts';

export interface Style {
  readonly font: Font;
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

function widthOf(text: string, { font, size, spacing = 0 }: Style): number {
  return font.widthOf(text, size) + text.length * spacing;
}

function piecesOf(text: string | readonly string[], style: Style, width: number) {
  const visible = (part: string) => visiblePieces(part, style.font.hasGlyph);
  if (typeof text === 'string') return visible(text);
  const items = text.map((item, index) => (index === 0 ? item : ` ${item}`));
  const whole = items.map((item) => `${visible(item).join('')},`);
  const last = whole.pop()?.slice(0, -1) ?? '';
  const pieces = [...whole, last];
  return pieces.every((piece) => widthOf(piece, style) <= width)
    ? pieces
    : visible(text.join(', '));
}

export function makeTextWriter(document: PDFKit.PDFDocument): TextWriter {
  function write(text: string, { font, size, color, spacing = 0 }: Style, x: number, y: number) {
    if (text === '') return;
    document
      .font(font.name, size)
      .fillColor(color)
      .text(text, x, y, { lineBreak: false, baseline: 'alphabetic', characterSpacing: spacing });
  }

  return {
    write,
    writeBefore(text, style, right, baseline) {
      write(text, style, right - widthOf(text, style) + (style.spacing ?? 0), baseline);
    },
    fill(text, style, { x, baseline, width, maxLines, leading }) {
      const pieces = piecesOf(text, style, width);
      const lines = fitLines(pieces, (piece) => widthOf(piece, style), width, maxLines);
      for (const [index, line] of lines.entries())
        write(line, style, x, baseline + index * leading);
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
