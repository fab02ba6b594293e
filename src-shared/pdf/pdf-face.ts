/**
 * The faces of the documents that pdfkit writes. Text is set letter by letter: without kerning and ligatures, which take most of
 * the time, and without what fontkit remembers of earlier texts, so that equal documents are equal byte for byte.
 */

/** A font as fontkit reads it, as far as it is used here. */
export interface ParsedFont {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): { readonly id: number; readonly advanceWidth: number };
}

export interface Glyph {
  readonly id: number;
  /** In the units of the font. */
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

export interface PdfFace<Parsed = unknown> {
  readonly name: string;
  /** For pdfkit's `registerFont()`. */
  readonly source: Parsed;
  readonly hasGlyph: (codePoint: number) => boolean;
  readonly glyphsOf: (text: string) => readonly Glyph[];
  /** Of one letter, as a part of its size. */
  readonly advanceOf: (letter: string) => number;
}

/** `parsed` belongs to the face from now on. `beside`: the font that it stands on the same lines with. */
export function pdfFace<Parsed extends ParsedFont>(
  name: string,
  parsed: Parsed,
  beside: ParsedFont = parsed,
): PdfFace<Parsed> {
  const known = new Map<string, Glyph>();
  const glyphOf = (letter: string): Glyph => {
    const codePoint = letter.codePointAt(0) ?? 0;
    const { id, advanceWidth } = parsed.glyphForCodePoint(codePoint);
    return { id, advanceWidth, codePoints: [codePoint] };
  };
  const glyphsOf = (text: string) =>
    Array.from(text, (letter) => {
      const glyph = known.get(letter) ?? glyphOf(letter);
      known.set(letter, glyph);
      return glyph;
    });
  const scale = parsed.unitsPerEm / beside.unitsPerEm;
  const { ascent, descent, lineGap } = beside;
  Object.defineProperties(parsed, {
    layout: { value: (text: string) => laidOut(glyphsOf(text)) },
    ascent: { value: ascent * scale },
    descent: { value: descent * scale },
    lineGap: { value: lineGap * scale },
  });
  return {
    name,
    source: parsed,
    hasGlyph: (codePoint) => parsed.hasGlyphForCodePoint(codePoint),
    glyphsOf,
    advanceOf: (letter) => (glyphsOf(letter)[0]?.advanceWidth ?? 0) / parsed.unitsPerEm,
  };
}

/** As pdfkit takes it from fontkit: it scales each number of the places, and then reads the width. */
function laidOut(glyphs: readonly Glyph[]) {
  const positions = glyphs.map(({ advanceWidth: xAdvance }) => {
    return { xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 };
  });
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

/** Chinese, Japanese and Korean letters and marks. */
const EAST_ASIAN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u3000-\u303F\uFF01-\uFFEE]/u;

/** In `build/fonts`, compressed: large, and read only where a text needs it. */
export const EAST_ASIAN_FONT = 'DroidSansFallback.ttf.gz';

export interface TextRun {
  readonly face: PdfFace;
  readonly text: string;
}

/** A face together with the East Asian one for the letters that it lacks. */
export function joinFaces<Parsed>(own: PdfFace<Parsed>, eastAsian: () => PdfFace) {
  const faceFor = (letter: string): PdfFace =>
    own.hasGlyph(letter.codePointAt(0) ?? 0) || !EAST_ASIAN.test(letter) ? own : eastAsian();
  const advances = new Map<string, number>();
  const advanceOf = (letter: string) => {
    const advance = advances.get(letter) ?? faceFor(letter).advanceOf(letter);
    advances.set(letter, advance);
    return advance;
  };
  return {
    own,
    hasGlyph: (letter: string) => faceFor(letter).hasGlyph(letter.codePointAt(0) ?? 0),
    /** In points. */
    widthOf: (text: string, size: number): number => {
      let advance = 0;
      for (const letter of text) advance += advanceOf(letter);
      return advance * size;
    },
    /** From left to right. */
    runsOf: (text: string): readonly TextRun[] => {
      const runs: { readonly face: PdfFace; text: string }[] = [];
      for (const letter of text) {
        const face = faceFor(letter);
        const last = runs.at(-1);
        if (last?.face === face) last.text += letter;
        else runs.push({ face, text: letter });
      }
      return runs;
    },
  };
}
export type JoinedFace<Parsed = unknown> = ReturnType<typeof joinFaces<Parsed>>;
