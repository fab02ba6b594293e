/** Opens a PDF with another program than the one that made it. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface PdfText {
  readonly pageCount: number;
  readonly title: string;
  /** Every piece of text of the first page, in drawing order, with its position in points from the lower left. */
  readonly pieces: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }[];
  /** All pieces as one text, with no more than single spaces. */
  readonly text: string;
  /** Those that are embedded without the mark of their subset. */
  readonly fonts: ReadonlySet<string>;
  readonly size: readonly [width: number, height: number];
  /** Of the parts of the first page, in the order of reading. */
  readonly roles: readonly string[];
}

interface StructTree {
  readonly children: readonly { readonly children: readonly { readonly role: string }[] }[];
}

export async function readPdf(bytes: Buffer): Promise<PdfText> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const pdf = await task.promise;
  try {
    const page = await pdf.getPage(1);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    const tree = (await page.getStructTree()) as StructTree | null;
    const pieces = items.flatMap((item) => {
      if (!('str' in item) || item.str === '') return [];
      const [, , , , x, y] = item.transform as number[];
      return [{ text: item.str, x: x ?? 0, y: y ?? 0, width: item.width }];
    });
    const { info } = await pdf.getMetadata();
    return {
      pageCount: pdf.numPages,
      title: String((info as Record<string, unknown>)['Title']),
      pieces,
      text: Array.from(pieces, ({ text }) => text)
        .join(' ')
        .replaceAll(/\s+/g, ' '),
      fonts: new Set(
        Array.from(
          bytes.toString('latin1').matchAll(/\/BaseFont \/(?:[A-Z]{6}\+)?(\S+)/g),
          ([, name = '']) => name,
        ),
      ),
      size: [width, height],
      roles: tree?.children[0]?.children.map(({ role }) => role) ?? [],
    };
  } finally {
    await task.destroy();
  }
}
