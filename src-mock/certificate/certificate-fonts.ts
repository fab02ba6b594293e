/**
 * The faces of the certificate, parsed once: parsing costs several times what drawing a page does. They are read with
 * pdfkit's own copy of fontkit, because the parsed fonts are handed to pdfkit, which accepts them beside files.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface Font {
  /** What it is called in a document, once registered there. */
  readonly name: string;
  /** What pdfkit's `registerFont()` takes. Its types know files and bytes only. */
  readonly source: Buffer;
  readonly hasGlyph: (codePoint: number) => boolean;
  /** Width in points at `size` points, without kerning: never less than what is drawn. */
  readonly widthOf: (text: string, size: number) => number;
}

export interface CertificateFonts {
  readonly serif: Font;
  readonly sans: Font;
  readonly mono: Font;
}

/** Shaped text; other properties are computed from the positions. */
interface GlyphRun {
  readonly positions: readonly object[];
}

interface ParsedFont {
  readonly unitsPerEm: number;
  layout(text: string, features?: object): GlyphRun;
  readonly characterSet: readonly number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): { readonly advanceWidth: number };
}

interface Fontkit {
  create(bytes: Buffer): ParsedFont;
}

/**
 * fontkit remembers a glyph with the character it was first asked for, and with none when it was first met as a part of
 * another ("U" inside "Ü"). Naming all of them at once makes the text of a certificate independent of earlier ones.
 */
function nameGlyphs(font: ParsedFont): void {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
}

const MOST_WORDS = 4_096;

/** Shaping words takes a fifth of the time of a certificate, and most of them are those of the one before. */
function rememberWords(font: ParsedFont): void {
  const shape = font.layout.bind(font);
  const known = new Map<string, GlyphRun>();
  font.layout = (text, features) => {
    if (features !== undefined) return shape(text, features);
    const run = known.get(text) ?? shape(text);
    if (known.size >= MOST_WORDS) known.clear();
    known.set(text, run);
    // pdfkit scales the positions that it is given.
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions });
  };
}

function parse(fontkit: Fontkit, fileName: string): Font {
  const path = fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${fileName}`));
  const parsed = fontkit.create(readFileSync(path));
  nameGlyphs(parsed);
  rememberWords(parsed);
  return {
    name: fileName,
    source: parsed as unknown as Buffer,
    hasGlyph: (codePoint) => parsed.hasGlyphForCodePoint(codePoint),
    widthOf(text, size) {
      let units = 0;
      for (const character of text) {
        units += parsed.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth;
      }
      return (units / parsed.unitsPerEm) * size;
    },
  };
}

let parsed: CertificateFonts | null = null;

/** Reads the fonts at the first call, about a fifth of a second, and keeps them. */
export function certificateFonts(): CertificateFonts {
  if (parsed === null) {
    const fontkit = createRequire(import.meta.resolve('pdfkit'))('fontkit') as Fontkit;
    parsed = {
      serif: parse(fontkit, 'DejaVuSerifCondensed.ttf'),
      sans: parse(fontkit, 'DejaVuSansCondensed.ttf'),
      mono: parse(fontkit, 'DejaVuSansMono.ttf'),
    };
  }
  return parsed;
}
