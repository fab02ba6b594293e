/** Faces that can write most of the world's names, for documents written with pdfkit. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

interface ParsedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** Read anew for each document: a parsed font remembers earlier texts, and equal documents are to be equal byte for byte. */
export async function readPdfFont(fileName: string) {
  const fontkit = createRequire(import.meta.resolve('pdfkit'))('fontkit') as {
    create(bytes: Buffer): ParsedFont;
  };
  const path = fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${fileName}`));
  const parsed = fontkit.create(await readFile(path));
  return {
    name: fileName,
    /** What `registerFont` takes; its types know files and bytes only. */
    source: parsed as unknown as Buffer,
    /** Letters that the font has not are named by their number. */
    known: (text: string) =>
      Array.from(text, (letter) => {
        const point = letter.codePointAt(0) ?? 0;
        if (parsed.hasGlyphForCodePoint(point)) return letter;
        return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
      }).join(''),
  };
}
