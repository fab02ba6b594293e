/**
 * The faces of the certificate, kept for all certificates of a process. What needs no other letters than those of English is
 * set in a part of the font that is made once and embedded as it is; pdfkit makes one anew for a text with others.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, gunzipSync } from 'node:zlib';
import {
  EAST_ASIAN_FONT,
  joinFaces,
  type JoinedFace,
  type ParsedFont,
  pdfFace,
  type PdfFace,
} from '../../src-shared/pdf/pdf-face.ts';

const FILES = {
  serif: 'DejaVuSerifCondensed.ttf',
  sans: 'DejaVuSansCondensed.ttf',
  mono: 'DejaVuSansMono.ttf',
} as const;
export type FaceName = keyof typeof FILES;

/** The letters of the part that is made once: what can be typed in English, and three marks of the page's own. */
const ALPHABET = `${Array.from({ length: 95 }, (_unused, at) => String.fromCharCode(32 + at)).join('')}–…·`;

interface FontkitFont extends ParsedFont {
  readonly postscriptName: string;
  /** Absent in older fonts. */
  readonly capHeight: number | undefined;
  readonly italicAngle: number;
  readonly bbox: Readonly<Record<'minX' | 'minY' | 'maxX' | 'maxY', number>>;
  createSubset(): { includeGlyph(id: number): number; encode(): Uint8Array };
}

export interface CertificateFace extends JoinedFace<FontkitFont> {
  readonly part: FontPart;
}

/** As it stands in a PDF. */
export interface FontPart {
  /** Compressed. */
  readonly program: Buffer;
  /** Before it was compressed. */
  readonly programBytes: number;
  /** In thousandths of the size. */
  readonly widths: readonly number[];
  readonly metrics: Readonly<Record<'Ascent' | 'Descent' | 'CapHeight' | 'ItalicAngle', number>>;
  readonly box: readonly number[];
  /** Compressed: which letters its codes stand for. */
  readonly meaning: Buffer;
  /** The text's codes in hexadecimal; null when it has other letters. */
  readonly codesOf: (text: string) => string | null;
}

const faces = new Map<FaceName, CertificateFace>();

export function certificateFace(name: FaceName): CertificateFace {
  const known = faces.get(name);
  if (known !== undefined) return known;
  const place = fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${FILES[name]}`));
  const own = pdfFace(name, parseFont(readFileSync(place)));
  const face = { ...joinFaces(own, eastAsianFace), part: partOf(own) };
  faces.set(name, face);
  return face;
}

let eastAsian: PdfFace | null = null;

function eastAsianFace(): PdfFace {
  const place = path.join(import.meta.dirname, '../../build/fonts', EAST_ASIAN_FONT);
  return (eastAsian ??= pdfFace('eastAsian', parseFont(gunzipSync(readFileSync(place)))));
}

/** With pdfkit's own copy of fontkit, because pdfkit accepts a parsed font beside files. */
function parseFont(bytes: Buffer): FontkitFont {
  const fontkit = createRequire(import.meta.resolve('pdfkit'))('fontkit') as {
    create(bytes: Buffer): FontkitFont;
  };
  return fontkit.create(bytes);
}

const hex = (value: number) => value.toString(16).padStart(4, '0');

function partOf({ source, glyphsOf }: PdfFace<FontkitFont>): FontPart {
  const { bbox, ascent, descent, capHeight, italicAngle } = source;
  const thousandths = (units: number) => Math.round((units * 1_000) / source.unitsPerEm);
  const subset = source.createSubset();
  const glyphs = glyphsOf(ALPHABET);
  const codes = new Map(
    Array.from(ALPHABET, (letter, at) => [letter, hex(subset.includeGlyph(glyphs[at]?.id ?? 0))]),
  );
  const program = Buffer.from(subset.encode());
  const meanings = Array.from(
    codes,
    ([letter, code]) => `<${code}> <${hex(letter.charCodeAt(0))}>`,
  );
  return {
    program: deflateSync(program),
    programBytes: program.length,
    widths: [0, ...glyphs.map(({ advanceWidth }) => thousandths(advanceWidth))],
    metrics: {
      Ascent: thousandths(ascent),
      Descent: thousandths(descent),
      CapHeight: thousandths(capHeight ?? ascent),
      ItalicAngle: italicAngle,
    },
    box: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(thousandths),
    meaning: deflateSync(characterMap(meanings)),
    codesOf(text) {
      let all = '';
      for (const letter of text) {
        const code = codes.get(letter);
        if (code === undefined) return null;
        all += code;
      }
      return all;
    },
  };
}

/** ISO 32000-1, 9.10.3; at most 100 in one block. */
function characterMap(meanings: readonly string[]): string {
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${meanings.length} beginbfchar
${meanings.join('\n')}
endbfchar
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
