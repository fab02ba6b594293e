/**
 * The faces of the certificate. What Western European languages need is set in the standard faces, which every reader of
 * PDFs has; a text with other letters is set in the nearest face of DejaVu, embedded. Standard faces take a tenth of the bytes
 * and a quarter of the time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import PdfDocument from 'pdfkit';

interface Measured {
  readonly name: string;
  /** Width in points at `size` points, without kerning. */
  readonly widthOf: (text: string, size: number) => number;
}

export interface StandardFont extends Measured {
  readonly kind: 'standard';
  /** The text's bytes in Windows-1252, in hexadecimal. */
  readonly codesOf: (text: string) => string;
}

export interface EmbeddedFont extends Measured {
  readonly kind: 'embedded';
  /** What `registerFont()` takes. Its types know files and bytes only. */
  readonly data: Buffer;
}

export type Font = StandardFont | EmbeddedFont;

export type Face = ReturnType<typeof faceOf>;

export interface CertificateFonts {
  readonly serif: Face;
  readonly sans: Face;
  readonly mono: Face;
}

/** What the standard faces can write, the printable part of Windows-1252, with its code in hexadecimal. */
const STANDARD: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 224 }, (_unused, index) => index + 32)
    .map((code) => [decoded(code), code.toString(16)] as const)
    .filter(([character]) => !/\p{C}/u.test(character)),
);

function decoded(code: number): string {
  return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
}

const UNITS = 1_000;

function standardFont(name: string): StandardFont {
  const ruler = new PdfDocument({ font: name }).fontSize(UNITS);
  const widths = new Map(
    Array.from(STANDARD.keys(), (character) => [character, ruler.widthOfString(character)]),
  );
  return {
    kind: 'standard',
    name,
    codesOf: (text) => Array.from(text, (character) => STANDARD.get(character)).join(''),
    widthOf(text, size) {
      let units = 0;
      for (const character of text) units += widths.get(character) ?? 0;
      return (units / UNITS) * size;
    },
  };
}

interface ParsedFont {
  readonly unitsPerEm: number;
  readonly characterSet: readonly number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): { readonly advanceWidth: number };
}

/** With pdfkit's own copy of fontkit, because pdfkit accepts a parsed font beside files. */
function parseFont(fileName: string): ParsedFont {
  const fontkit = createRequire(import.meta.resolve('pdfkit'))('fontkit') as {
    create(bytes: Buffer): ParsedFont;
  };
  const path = fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${fileName}`));
  const parsed = fontkit.create(readFileSync(path));
  // fontkit remembers a glyph with the character it was first asked for, and with none when it was first met as a part of
  // another ("U" inside "Ü"). Naming all of them at once makes the text of a certificate independent of earlier ones.
  for (const codePoint of parsed.characterSet) parsed.glyphForCodePoint(codePoint);
  return parsed;
}

function embeddedFont(fileName: string, parsed: ParsedFont): EmbeddedFont {
  return {
    kind: 'embedded',
    name: fileName,
    data: parsed as unknown as Buffer,
    widthOf(text, size) {
      let units = 0;
      for (const character of text) {
        units += parsed.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth;
      }
      return (units / parsed.unitsPerEm) * size;
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function faceOf(standardName: string, fileName: string) {
  const standard = standardFont(standardName);
  const parsed = once(() => parseFont(fileName));
  const embedded = once(() => embeddedFont(fileName, parsed()));
  return {
    /** The font that can write `text`, if any can. */
    fontFor: (text: string): Font =>
      Array.from(text).every((each) => STANDARD.has(each)) ? standard : embedded(),
    hasGlyph: (codePoint: number) =>
      STANDARD.has(String.fromCodePoint(codePoint)) || parsed().hasGlyphForCodePoint(codePoint),
  };
}

/** Kept for all certificates of a process. A face to embed is parsed, a tenth of a second, when it is first needed. */
export const certificateFonts = once((): CertificateFonts => ({
  serif: faceOf('Times-Roman', 'DejaVuSerifCondensed.ttf'),
  sans: faceOf('Helvetica', 'DejaVuSansCondensed.ttf'),
  mono: faceOf('Courier', 'DejaVuSansMono.ttf'),
}));
