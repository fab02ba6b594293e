/** Texts in scripts that are written from right to left, in the order in which their letters stand beside one another. */
import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Of one line. Brackets are turned to where they open. */
export function visualOrder(line: string): string {
  if (!isRightToLeft(line)) return line;
  return bidi.getReorderedString(line, bidi.getEmbeddingLevels(line));
}

/**
 * Lines that are no wider than `width`, each in visual order; a word that is wider is broken. What is first in the text is in the
 * first line, which it would not be if the order was changed before.
 */
export function visualLines(
  text: string,
  width: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const piece of paragraph.split(/(?<=\s)/)) {
      if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
        lines.push(line);
        line = '';
      }
      for (const letter of piece) {
        if (line !== '' && widthOf((line + letter).trimEnd()) > width) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    lines.push(line);
  }
  return lines.map((line) => visualOrder(line.trimEnd()));
}
