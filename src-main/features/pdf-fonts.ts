/** Faces that can write most of the world's names, for documents written with pdfkit. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { isRightToLeft, visualLines } from '../../src-shared/pdf/visual-order.ts';
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
  bold: 'DejaVuSansCondensed-Bold.ttf',
  mono: 'DejaVuSansMono.ttf',
} as const;
export type FaceName = keyof typeof FILES;

export type PdfFonts = ReturnType<typeof makePdfFonts>;

export interface PdfFacts {
  readonly title: string;
  readonly language: string;
  readonly atMs: number;
}

/** A document with its fonts. It has the moment it is given in place of the clock's: equal contents give equal bytes. */
export async function openPdf(
  { title, language, atMs }: PdfFacts,
  options: PDFKit.PDFDocumentOptions,
) {
  const { default: PdfDocument } = await import('pdfkit');
  const at = new Date(atMs);
  const document = new PdfDocument({
    ...options,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    font: '', // none by default: the standard faces cannot write most of the world's names
    info: { Title: title, Creator: 'Labseal', CreationDate: at, ModDate: at },
  });
  return { document, fonts: makePdfFonts(document) };
}

/** Of one document. Each is read when a text first needs it. */
function makePdfFonts(document: PDFKit.PDFDocument) {
  const faces = new Map<FaceName, JoinedFace<ParsedFont>>();
  let eastAsian: PdfFace | null = null;

  function open(name: string, bytes: Buffer, beside?: ParsedFont): PdfFace<ParsedFont> {
    const face = pdfFace(name, parseFont(bytes), beside);
    document.registerFont(name, face.source as unknown as Buffer); // its types know files and bytes only
    return face;
  }
  function faceOf(name: FaceName): JoinedFace<ParsedFont> {
    const known = faces.get(name);
    if (known !== undefined) return known;
    const own = open(name, readFileSync(placeOf(`dejavu-fonts-ttf/ttf/${FILES[name]}`)));
    const joined = joinFaces(
      own,
      () => (eastAsian ??= open('eastAsian', readEastAsian(), own.source)),
    );
    faces.set(name, joined);
    return joined;
  }

  return {
    /** Letters that no face has are named by their number. macOS takes those of Korean names apart: they are put together. */
    known(name: FaceName, text: string): string {
      const { hasGlyph } = faceOf(name);
      return Array.from(text.normalize(), (letter) => {
        const point = letter.codePointAt(0) ?? 0;
        return hasGlyph(letter) ? letter : `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
      }).join('');
    },
    /** Lets the document measure `text` with this face, in which no letter is narrower than it will be. */
    measureIn(name: FaceName, text: string): void {
      const { own, runsOf } = faceOf(name);
      document.font((runsOf(text).find(({ face }) => face !== own)?.face ?? own).name);
    },
    /** As the document's own `text()`, in this face, and in the order of its letters. */
    write(
      name: FaceName,
      logical: string,
      [x, y]: readonly [x: number, y: number],
      options: PDFKit.Mixins.TextOptions,
    ): void {
      const { own, runsOf } = faceOf(name);
      const { width = Infinity } = options;
      document.font(own.name); // to measure with
      const text = isRightToLeft(logical)
        ? visualLines(logical, width, (line) => document.widthOfString(line)).join('\n')
        : logical;
      const [first = { face: own, text }, ...others] = runsOf(text);
      const isLast = (at: number) => at === others.length;
      document.font(first.face.name);
      document.text(first.text, x, y, { ...options, continued: !isLast(0) });
      for (const [at, run] of others.entries()) {
        document.font(run.face.name).text(run.text, { continued: !isLast(at + 1) });
      }
    },
  };
}

function placeOf(file: string): string {
  return fileURLToPath(import.meta.resolve(file));
}

function readEastAsian(): Buffer {
  const place = path.join(import.meta.dirname, '../../build/fonts', EAST_ASIAN_FONT);
  return gunzipSync(readFileSync(place));
}

function parseFont(bytes: Buffer): ParsedFont {
  const fontkit = createRequire(import.meta.resolve('pdfkit'))('fontkit') as {
    create(bytes: Buffer): ParsedFont;
  };
  return fontkit.create(bytes);
}
